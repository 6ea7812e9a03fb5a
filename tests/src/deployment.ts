interface Deployment {
  /** `PORTICO_TEST_URL`, the keys of project `internal` and whatever else it was started with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  stop(): Promise<void>;
}

/**
 * A built Portico on free ports with data of its own, in the shape this run is about: `PORTICO_TEST_ENTRY`, by
 * default one process.
 */
export const startDeployment = async (env: Record<string, string> = {}): Promise<Deployment> => {
  const path = new URL('../../scripts/start-for-tests.mjs', import.meta.url).href;
  const { startForTests } = (await import(/* @vite-ignore */ path)) as {
    startForTests(options: { entry: string; env: Record<string, string> }): Promise<Deployment>;
  };
  return startForTests({ entry: process.env.PORTICO_TEST_ENTRY || 'standalone.js', env });
};
