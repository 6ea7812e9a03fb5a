import { pause } from '@portico/platform/events/backoff';

export interface Waker {
  wake(): void;
  /** Until woken (also by a call that came before) or that time has passed. */
  wait(millis: number): Promise<void>;
}

export const createWaker = (stopped: AbortSignal): Waker => {
  let isPending = false;
  let interrupt = (): void => undefined;
  const wake = () => {
    isPending = true;
    interrupt();
  };
  const wait = async (millis: number): Promise<void> => {
    const woken = new AbortController();
    interrupt = () => woken.abort();
    if (!isPending) await pause(millis, AbortSignal.any([stopped, woken.signal]));
    isPending = false;
  };
  return { wake, wait };
};
