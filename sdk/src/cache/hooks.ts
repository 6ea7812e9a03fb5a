import type { TokenStore } from '../tokens/token-store.ts';
import type { AsyncValue } from './async-value.ts';

/** What React lends to the kit. Without it, objects simply have no `use…` members. */
export interface HookRuntime {
  /** The current value; suspends until there is one. */
  useValue<T>(value: AsyncValue<T>): T;
  /** Renders again whenever the store changes. */
  useTokenStore(store: TokenStore): void;
  /** Suspends for good: the page is about to be left. */
  useForever(): never;
}

let runtime: HookRuntime | undefined;

export const setHookRuntime = (value: HookRuntime): void => {
  runtime = value;
};

/** The hook members of an object; none in the plain JavaScript build. */
export const withHooks = <H extends object>(make: (runtime: HookRuntime) => H): H =>
  runtime ? make(runtime) : ({} as H);
