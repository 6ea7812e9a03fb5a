/** S2, S3 and S4: one request against a bare Express route that does the least the answer needs. */
import { clientHeaders } from '../../shape/shape.ts';
import type { RouteLimitReady } from '../limits/route-limit.ts';
import { measure, type Measurement, type Subject } from '../measure.ts';
import { startRole } from '../roles.ts';
import { figuresOf, median, middleOf } from '../rows.ts';
import { analyze, createAuthorizationCodes, createSessions } from '../seed.ts';
import type { BenchSession, Traffic } from '../traffic.ts';
import { IN_FLIGHT, WARM_UP_SECONDS, type Scenario, type ScenarioContext } from './scenario.ts';

interface TokenRoute {
  readonly scenario: string;
  readonly what: string;
  readonly kind: 'whoami' | 'refresh' | 'exchange';
  readonly targets: Readonly<Record<ScenarioContext['shape'], number>>;
}

const SESSIONS = 500;
/** More codes than a machine can exchange, for each second of a round. */
const CODES_PER_SECOND = 12_000;

const withLimit = async <T>(
  { entry, stage }: ScenarioContext,
  sessions: readonly BenchSession[],
  work: (subject: Subject, sessions: BenchSession[]) => Promise<T>,
): Promise<T> => {
  const user_ids = sessions.map(({ user_id }) => user_id);
  const job = { database_url: stage.identity_database_url, user_ids };
  const role = startRole<RouteLimitReady>(entry, 'route-limit', { job, env: { NODE_ENV: 'production' } });
  try {
    const { url, pid, access_tokens } = await role.next();
    const own = sessions.map((session, index) => ({ ...session, access_token: access_tokens[index] ?? '' }));
    return await work({ url, headers: {}, pids: [pid], metrics_urls: [] }, own);
  } finally {
    await role.stop();
  }
};

const tokenRoute =
  ({ scenario, what, kind, targets }: TokenRoute): Scenario =>
  async (context) => {
    const { entry, options, stage, shape } = context;
    const { url, keys, metrics_urls } = stage.shape;
    const sessions = await createSessions(stage.shape, stage.users, SESSIONS);
    await analyze(stage.identity_database_url);
    const time = { warm_up_seconds: WARM_UP_SECONDS, seconds: options.seconds };
    const trafficOf = async (own: readonly BenchSession[]): Promise<Traffic> => {
      if (kind !== 'exchange') return { kind, sessions: own };
      const count = CODES_PER_SECOND * (time.warm_up_seconds + time.seconds + 1);
      const codes = await createAuthorizationCodes(stage.identity_database_url, stage.users, count);
      return { kind, codes, client_id: 'internal' };
    };
    const load = async (own: readonly BenchSession[]) => ({
      traffic: await trafficOf(own),
      in_flight: IN_FLIGHT,
      ...time,
    });
    const portico: Subject = { url, headers: clientHeaders(keys), pids: stage.shape.pids(), metrics_urls };
    const limits: Measurement[] = [];
    const measured: Measurement[] = [];
    await withLimit(context, sessions, async (limit, own) => {
      for (let index = 0; index < options.rounds; index++) {
        limits.push(await measure(entry, limit, await load(own)));
        measured.push(await measure(entry, portico, await load(sessions)));
      }
    });
    const ratio = median(
      measured.map((one, index) => one.per_second / (limits[index]?.per_second ?? Number.NaN)),
    );
    const [limit, middle] = [middleOf(limits), middleOf(measured)];
    const figures = figuresOf(middle);
    const row = {
      scenario,
      shape,
      what,
      ...figures,
      errors: figures.errors + limit.errors,
      first_error: figures.first_error ?? limit.first_error,
      limit_per_second: limit.per_second,
      limit_cpu_ms: limit.cpu_ms,
      ratio,
      target: `≥ ${targets[shape]} of a bare route`,
      reached: ratio >= targets[shape],
    };
    return [row];
  };

export const refresh = tokenRoute({
  scenario: 'S2',
  what: 'refresh of an access token',
  kind: 'refresh',
  targets: { standalone: 0.5, distributed: 0.35 },
});

export const exchange = tokenRoute({
  scenario: 'S3',
  what: 'authorization code for tokens',
  kind: 'exchange',
  targets: { standalone: 0.5, distributed: 0.5 },
});

export const whoami = tokenRoute({
  scenario: 'S4',
  what: 'whoami with an access token',
  kind: 'whoami',
  targets: { standalone: 0.5, distributed: 0.35 },
});
