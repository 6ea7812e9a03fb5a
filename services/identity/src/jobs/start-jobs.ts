import type { Log } from '@portico/platform/log';

export interface Job {
  name: string;
  every_millis: number;
  run(): Promise<void>;
}

/** Runs each job again and again, never twice at a time. `stop` waits for the one that is running. */
export const startJobs = (jobs: readonly Job[], log: Log): { stop(): Promise<void> } => {
  const running = new Map<Job, Promise<void>>();
  const start = (job: Job): void => {
    if (running.has(job)) return;
    const work = job
      .run()
      .catch((err: unknown) => log.warn({ err, job: job.name }, 'job failed; it runs again'))
      .finally(() => running.delete(job));
    running.set(job, work);
  };
  const timers = jobs.map((job) => setInterval(() => start(job), job.every_millis));
  return {
    stop: async () => {
      timers.forEach(clearInterval);
      await Promise.all(running.values());
    },
  };
};
