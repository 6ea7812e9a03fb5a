import type { Transport } from './transport.ts';

const maxAttempts = 5;

/** One attempt ends with a value, with a reason to try again, or by throwing. */
export type Attempt<T> = { readonly value: T } | { readonly retry: unknown; readonly afterSeconds?: number };

/** Up to five attempts with growing, jittered pauses. The last reason is handed to `giveUp`. */
export const withRetries = async <T>(
  transport: Transport,
  attempt: () => Promise<Attempt<T>>,
  giveUp: (reason: unknown) => Promise<unknown>,
): Promise<T> => {
  for (let count = 0; ; count += 1) {
    const outcome = await attempt();
    if ('value' in outcome) return outcome.value;
    if (count + 1 >= maxAttempts) throw await giveUp(outcome.retry);
    if (outcome.afterSeconds) await transport.sleep(outcome.afterSeconds * 1000);
    await transport.sleep((0.5 + transport.random()) * 1000 * 2 ** count);
  }
};

/** `Retry-After` in seconds; a date counts as absent. */
export const retryAfterSeconds = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after') || Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
};
