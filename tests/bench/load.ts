/** The load generator: runs in a process of its own, so that it takes no time from the server's event loop. */
import { Pool } from 'undici';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextRequest, type Traffic } from './traffic.ts';

export interface LoadJob {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly traffic: Traffic;
  /** Requests under way at the same time. */
  readonly in_flight: number;
  /** Absent: as fast as answers come. Present: one after another at this pace, whatever the answers do. */
  readonly per_second?: number;
  readonly warm_up_seconds: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly operations: number;
  readonly errors: number;
  readonly first_error?: string;
  readonly seconds: number;
  /** In milliseconds, sorted. */
  readonly latencies: readonly number[];
}

export type LoadMessage = { readonly phase: 'measuring' | 'measured' } | { readonly result: LoadResult };

type Tell = (message: LoadMessage) => void;

interface Tally {
  counting: boolean;
  errors: number;
  first_error?: string;
  latencies: number[];
}

const newCaller = ({ url, headers, traffic, in_flight }: LoadJob, tally: Tally) => {
  const pool = new Pool(url, { connections: in_flight, pipelining: 1 });
  const fail = (reason: string) => {
    tally.errors += 1;
    tally.first_error ??= reason;
  };
  /** @param due when the request ought to have left; waiting for a turn counts as latency. */
  const call = async (due = performance.now()): Promise<void> => {
    const { method, path, headers: own, body, isRight } = nextRequest(traffic);
    try {
      const answer = await pool.request({ method, path, headers: { ...headers, ...own }, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) return fail(`${answer.statusCode} ${text.slice(0, 200)}`);
      if (!isRight(JSON.parse(text) as Record<string, unknown>))
        return fail(`wrong answer: ${text.slice(0, 200)}`);
      if (tally.counting) tally.latencies.push(performance.now() - due);
    } catch (error) {
      fail(String(error));
    }
  };
  return { call, close: () => pool.close() };
};

const closedLoop = async (call: () => Promise<void>, job: LoadJob, isOver: () => boolean): Promise<void> => {
  const worker = async () => {
    while (!isOver()) await call();
  };
  await Promise.all(Array.from({ length: job.in_flight }, worker));
};

const paced = async (
  call: (due: number) => Promise<void>,
  per_second: number,
  isOver: () => boolean,
): Promise<void> => {
  const started = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let sent = 0; !isOver(); sent++) {
    const due = started + (sent * 1000) / per_second;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const request = call(Math.max(due, performance.now() - 1_000)).finally(() => underWay.delete(request));
    underWay.add(request);
  }
  await Promise.all(underWay);
};

export const runLoad = async (job: LoadJob, tell: Tell): Promise<void> => {
  const tally: Tally = { counting: false, errors: 0, latencies: [] };
  const { call, close } = newCaller(job, tally);
  let over = false;
  const isOver = () => over;
  const running =
    job.per_second === undefined
      ? closedLoop(() => call(), job, isOver)
      : paced(call, job.per_second, isOver);
  await sleep(job.warm_up_seconds * 1000);
  tell({ phase: 'measuring' });
  tally.counting = true;
  const started = performance.now();
  await sleep(job.seconds * 1000);
  tally.counting = false;
  const seconds = (performance.now() - started) / 1000;
  tell({ phase: 'measured' });
  over = true;
  await running;
  await close();
  const latencies = tally.latencies.sort((one, other) => one - other);
  const { errors, first_error } = tally;
  tell({ result: { operations: latencies.length, errors, first_error, seconds, latencies } });
};
