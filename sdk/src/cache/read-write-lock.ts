/** Many readers, or one writer. A waiting writer holds back later readers. */
export const createReadWriteLock = () => {
  let readers = 0;
  let writing: Promise<unknown> = Promise.resolve();
  let isWriting = 0;
  let idle: (() => void)[] = [];

  const whenIdle = (): Promise<void> =>
    readers === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));

  return {
    async read<T>(work: () => T | Promise<T>): Promise<T> {
      while (isWriting > 0) await writing.catch(() => undefined);
      readers += 1;
      try {
        return await work();
      } finally {
        readers -= 1;
        if (readers === 0) {
          for (const resolve of idle) resolve();
          idle = [];
        }
      }
    },
    async write<T>(work: () => Promise<T>): Promise<T> {
      isWriting += 1;
      const before = writing;
      const run = (async () => {
        await before.catch(() => undefined);
        await whenIdle();
        return work();
      })();
      writing = run;
      try {
        return await run;
      } finally {
        isWriting -= 1;
      }
    },
  };
};

/** One for the process: sign-out waits for running reads and holds back the next ones. */
export const cacheLock = createReadWriteLock();
