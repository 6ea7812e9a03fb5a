import { parseArgs } from 'node:util';
import type { RoleName } from './roles.ts';

export interface BenchOptions {
  readonly shapes: readonly ('standalone' | 'distributed')[];
  readonly scenarios: readonly string[];
  readonly users: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly out: string;
  /** Folder for CPU profiles of the measured processes. */
  readonly profile?: string;
  readonly role?: RoleName;
}

const SCENARIOS = ['S1', 'S2', 'S3', 'S4', 'S11'];

/** `--standalone`, `--distributed`; both when the servers of the distributed way are named and neither is asked for. */
export const parseOptions = (args: readonly string[], env: NodeJS.ProcessEnv): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      standalone: { type: 'boolean', default: false },
      distributed: { type: 'boolean', default: false },
      scenarios: { type: 'string', default: SCENARIOS.join(',') },
      users: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      out: { type: 'string', default: 'artifacts/bench.json' },
      profile: { type: 'string' },
      role: { type: 'string' },
    },
  });
  const hasServers = Boolean(env.PORTICO_DATABASE_URL && env.PORTICO_REDIS_URL && env.PORTICO_KAFKA_BROKERS);
  const distributed = values.distributed || (hasServers && !values.standalone);
  const standalone = values.standalone || !values.distributed;
  return {
    shapes: [
      ...(standalone ? (['standalone'] as const) : []),
      ...(distributed ? (['distributed'] as const) : []),
    ],
    scenarios: values.scenarios.split(',').map((name) => name.trim().toUpperCase()),
    users: Number(values.users),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    out: values.out,
    profile: values.profile,
    role: values.role as RoleName | undefined,
  };
};
