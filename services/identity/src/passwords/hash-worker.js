/**
 * What the threads of the password hasher run. Plain JavaScript, because Node starts a thread from a file.
 * @typedef {import('./hash-queue.ts').HashJob} HashJob
 * @typedef {import('./hash-queue.ts').HashResult} HashResult
 */
import { hashSync, verifySync } from '@node-rs/argon2';

/** @type {(job: HashJob) => string | boolean} */
const compute = (job) =>
  job.kind === 'hash' ? hashSync(job.password, job.parameters) : verifySync(job.hash, job.password);

/** One job that fails does not take the others along. */
/** @type {(job: HashJob) => HashResult} */
const attempt = (job) => {
  try {
    return { value: compute(job) };
  } catch (error) {
    return { error: String(error) };
  }
};

/** @type {(jobs: readonly HashJob[]) => HashResult[]} */
export const run = (jobs) => jobs.map(attempt);
