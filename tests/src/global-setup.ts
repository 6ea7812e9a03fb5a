import { startDeployment } from './deployment.ts';

/** Starts the deployment under test, unless the environment names one. Test processes inherit the variables. */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.PORTICO_TEST_URL) return undefined;
  const deployment = await startDeployment();
  Object.assign(process.env, deployment.env);
  return () => deployment.stop();
};
