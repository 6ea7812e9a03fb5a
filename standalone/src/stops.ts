/** What has been started, to be stopped in reverse. */
export const createStops = () => {
  const stops: (() => Promise<unknown> | unknown)[] = [];
  return {
    push: (stop: () => Promise<unknown> | unknown): void => void stops.push(stop),
    /** One failure does not keep the rest running. */
    run: async (): Promise<void> => {
      for (const stop of stops.splice(0).reverse()) {
        try {
          await stop();
        } catch (error) {
          process.stderr.write(
            `Stopping failed: ${error instanceof Error ? error.message : String(error)}\n`,
          );
        }
      }
    },
  };
};

export type Stops = ReturnType<typeof createStops>;
