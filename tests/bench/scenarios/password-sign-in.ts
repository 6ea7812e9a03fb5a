import { availableParallelism } from 'node:os';
import { clientHeaders } from '../../shape/shape.ts';
import type { HashLimitResult } from '../limits/hash-limit.ts';
import { measure, type Measurement, type Subject } from '../measure.ts';
import { figuresOf, median, middleOf, type Row } from '../rows.ts';
import { startRole } from '../roles.ts';
import { createSessions, PASSWORD } from '../seed.ts';
import type { Traffic } from '../traffic.ts';
import { IN_FLIGHT, WARM_UP_SECONDS, type Scenario, type ScenarioContext } from './scenario.ts';

const TARGET = 0.8;
const WORST_SLOWDOWN = 2;
/** Whoami requests while others sign in: enough for a p99, far from what the machine can do. */
const WHOAMI_PER_SECOND = 100;

const hashLimit = async ({ entry, options }: ScenarioContext): Promise<HashLimitResult> => {
  const job = { seconds: options.seconds / 2, in_flight: IN_FLIGHT };
  const env = { UV_THREADPOOL_SIZE: String(availableParallelism()) };
  const role = startRole<HashLimitResult>(entry, 'hash-limit', { job, env });
  try {
    return await role.next();
  } finally {
    await role.stop();
  }
};

const subjectOf = ({ stage: { shape } }: ScenarioContext): Subject => ({
  url: shape.url,
  headers: clientHeaders(shape.keys),
  pids: shape.pids(),
  metrics_urls: shape.metrics_urls,
});

interface Round {
  readonly limit: HashLimitResult;
  readonly signIn: Measurement;
  readonly idle: Measurement;
  readonly busy: Measurement;
}

const round = async (context: ScenarioContext, whoami: Traffic): Promise<Round> => {
  const { entry, options, stage } = context;
  const subject = subjectOf(context);
  const time = { warm_up_seconds: WARM_UP_SECONDS, seconds: options.seconds };
  const signIns: Traffic = { kind: 'sign-in', users: stage.users, password: PASSWORD };
  const signInLoad = { traffic: signIns, in_flight: IN_FLIGHT, ...time };
  const whoamiLoad = { traffic: whoami, in_flight: 16, per_second: WHOAMI_PER_SECOND, ...time };
  const limit = await hashLimit(context);
  const signIn = await measure(entry, subject, signInLoad);
  const idle = await measure(entry, subject, whoamiLoad);
  const [, busy] = await Promise.all([
    measure(entry, subject, signInLoad),
    measure(entry, subject, whoamiLoad),
  ]);
  return { limit, signIn, idle, busy };
};

/** S1, and how whoami feels while the machine is busy with passwords. */
export const passwordSignIn: Scenario = async (context) => {
  const { options, stage, shape } = context;
  const whoami: Traffic = { kind: 'whoami', sessions: await createSessions(stage.shape, stage.users, 200) };
  const rounds: Round[] = [];
  for (let index = 0; index < options.rounds; index++) rounds.push(await round(context, whoami));
  const signIn = middleOf(rounds.map((one) => one.signIn));
  const ratio = median(rounds.map((one) => one.signIn.per_second / one.limit.per_second));
  const busy = middleOf(rounds.map((one) => one.busy));
  const slowdown = median(rounds.map((one) => one.busy.p99_ms / one.idle.p99_ms));
  const rows: Row[] = [
    {
      scenario: 'S1',
      shape,
      what: `password sign-in, ${stage.users.toLocaleString('en')} users, ${IN_FLIGHT} in flight`,
      ...figuresOf(signIn),
      limit_per_second: median(rounds.map((one) => one.limit.per_second)),
      limit_cpu_ms: median(rounds.map((one) => one.limit.cpu_ms)),
      ratio,
      target: `≥ ${TARGET} of argon2id`,
      reached: ratio >= TARGET,
    },
    {
      scenario: 'S1+S4',
      shape,
      what: `whoami at ${WHOAMI_PER_SECOND}/s during S1 (idle p99 ${median(rounds.map((one) => one.idle.p99_ms)).toFixed(1)} ms)`,
      per_second: busy.per_second,
      p50_ms: busy.p50_ms,
      p99_ms: busy.p99_ms,
      errors: busy.errors,
      first_error: busy.first_error,
      ratio: slowdown,
      target: `p99 ≤ ${WORST_SLOWDOWN} × idle`,
      reached: slowdown <= WORST_SLOWDOWN,
    },
  ];
  return rows;
};
