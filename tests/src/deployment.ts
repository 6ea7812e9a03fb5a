interface Deployment {
  /** `PORTICO_TEST_URL` and the keys of project `internal`. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/** A built standalone on a free port with data of its own. */
export const startDeployment = async (env: Record<string, string> = {}): Promise<Deployment> => {
  const path = new URL('../../scripts/start-for-tests.mjs', import.meta.url).href;
  const { startForTests } = (await import(/* @vite-ignore */ path)) as {
    startForTests(options: { entry: string; env: Record<string, string> }): Promise<Deployment>;
  };
  return startForTests({ entry: 'standalone.js', env });
};
