/* eslint-disable no-console -- the developer's console is the only place a library can speak to. */
import { captureError } from './assertion-error.ts';

/** Tells the developer about something that works, but not as intended. */
export const warn = (message: string): void => console.warn(message);

/** Tells the developer about a failure that nobody waits for. */
export const logError = (error: unknown): void => {
  captureError(error);
  console.error(error);
};

/** Tells whoever sits in front of a terminal. */
export const say = (message: string): void => console.log(message);
