import { ConfigError } from '@portico/platform/config';
import { StartError } from '@portico/platform/errors';

/** A stop that takes longer is cut off. */
const STOP_MILLIS = 20_000;

const signalled = (): Promise<void> =>
  new Promise((resolve) => {
    let count = 0;
    const onSignal = (): void => {
      count += 1;
      if (count > 1) process.exit(1); // Asked twice: whoever asks does not want to wait.
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });

/** One sentence for what the reader can mend, the stack for what only we can. */
const report = (error: unknown): void => {
  const known = error instanceof ConfigError || error instanceof StartError;
  const text = known
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`${text}\n`);
};

/** Starts, waits for a signal, stops. Exit code 1 when it could not start. */
export const live = (start: () => Promise<{ stop(): Promise<void> }>): void => {
  // Asked while it starts: it finishes starting, which takes seconds, and stops in order.
  const asked = signalled().then(() => {
    setTimeout(() => process.exit(1), STOP_MILLIS).unref();
  });
  const run = async (): Promise<void> => {
    const running = await start();
    await asked;
    await running.stop();
  };
  run().then(
    () => process.exit(0),
    (error: unknown) => {
      report(error);
      process.exit(1);
    },
  );
};
