import type { AppContext } from '../apps/context.ts';
import { logError } from '../errors/warn.ts';

/** Components may render many times before the page is left; it is left once. */
const leaving = new WeakSet<AppContext>();

export const leaveOnce = (ctx: AppContext, leave: () => Promise<unknown>): void => {
  if (leaving.has(ctx)) return;
  leaving.add(ctx);
  leave()
    .catch(logError)
    .finally(() => leaving.delete(ctx));
};
