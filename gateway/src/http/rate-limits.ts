/**
 * How often a caller may try. Limits of an address protect against one machine, limits of an account
 * against many. Whoever has proven to hold a server key speaks for many users and is not counted by address.
 */
import type { AccessType } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import type { RateLimiter } from '@portico/platform/rate-limit';
import { isIPv6 } from 'node:net';

interface Limit {
  readonly points: number;
  readonly per_seconds: number;
}

const MINUTE = 60;

interface Allowance {
  readonly minutes: number;
  readonly address: number;
  readonly network: number;
  readonly subject: number;
  /** The time for the subject where it differs. */
  readonly subject_minutes?: number;
}

/** Per route: by address, by network, and by what the request is about (an account, a mail address). */
// prettier-ignore
const allowances = {
  sign_in: { minutes: 5, address: 1_000, network: 4_000, subject: 100, subject_minutes: 15 },
  sign_up: { minutes: 10, address: 6_000, network: 20_000, subject: 60 },
  send_mail: { minutes: 10, address: 1_500, network: 6_000, subject: 20 },
  try_code: { minutes: 5, address: 1_500, network: 6_000, subject: 60 },
  start_flow: { minutes: 5, address: 1_500, network: 6_000, subject: 60 },
  change_email: { minutes: 10, address: 1_500, network: 6_000, subject: 60 },
  change_password: { minutes: 5, address: 1_000, network: 4_000, subject: 30 },
} as const satisfies Record<string, Allowance>;

const limitsOf = (name: LimitName): Readonly<Record<'address' | 'network' | 'subject', Limit>> => {
  const { minutes, address, network, subject, subject_minutes = minutes }: Allowance = allowances[name];
  const per_seconds = minutes * MINUTE;
  return {
    address: { points: address, per_seconds },
    network: { points: network, per_seconds },
    subject: { points: subject, per_seconds: subject_minutes * MINUTE },
  };
};

export type LimitName = keyof typeof allowances;

/** Requests of any kind without a valid server key, and refused keys and tokens. */
const REQUESTS: Limit = { points: 60_000, per_seconds: MINUTE };
const REFUSED: Limit = { points: 6_000, per_seconds: MINUTE };

/** An IPv6 customer owns a /64, so single addresses of it count as one. */
const addressKey = (address: string): string =>
  isIPv6(address) ? expandIpv6(address).slice(0, 4).join(':') : address;

const networkKey = (address: string): string =>
  isIPv6(address) ? expandIpv6(address).slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');

const expandIpv6 = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
};

export interface LimitedCaller {
  readonly address: string;
  readonly project_id: string;
  readonly access_type: AccessType | undefined;
}

/** One use of a guarded route. */
export interface Attempt extends LimitedCaller {
  readonly name: LimitName;
  /** The account or address that it is about. */
  readonly subject: string | undefined;
}

export interface RateLimits {
  /** Counts a request of a caller without a valid server key. */
  request(address: string): Promise<void>;
  /** Counts refused credentials; answers 429 instead of the refusal when there are too many. */
  refused(address: string): Promise<void>;
  attempt(attempt: Attempt): Promise<void>;
  /** Forgets what was counted against the subject. */
  forgive(attempt: Attempt): Promise<void>;
}

const tooMany = (seconds: number) =>
  statusError(429, 'Too many requests. Please wait before you try again.', {
    'retry-after': String(Math.max(1, Math.ceil(seconds))),
  });

const nothing = async (): Promise<void> => {};
const noLimits: RateLimits = { request: nothing, refused: nothing, attempt: nothing, forgive: nothing };

export interface RateLimitDeps {
  /** Shared by all gateways. */
  readonly shared: RateLimiter;
  /** Of this process; a shared counter would cost every request a round trip. */
  readonly local: RateLimiter;
  readonly enabled: boolean;
}

const taker =
  (limiter: RateLimiter) => async (counter: readonly [name: string, key: string], limit: Limit) => {
    const { allowed, retry_after_seconds } = await limiter.consume(...counter, limit);
    if (!allowed) throw tooMany(retry_after_seconds);
  };

const subjectCounter = (name: LimitName, project_id: string, subject: string): [string, string] => [
  `${name}:subject`,
  `${project_id}:${subject}`,
];

/** Every counting method rejects with a 429 text when the limit is reached. */
export const createRateLimits = ({ shared, local, enabled }: RateLimitDeps): RateLimits => {
  if (!enabled) return noLimits;
  const takeLocal = taker(local);
  const take = taker(shared);
  return {
    request: (address) => takeLocal(['request', addressKey(address)], REQUESTS),
    refused: (address) => takeLocal(['refused', addressKey(address)], REFUSED),
    attempt: async ({ name, address, project_id, access_type, subject }) => {
      const limit = limitsOf(name);
      if (access_type !== 'server' && access_type !== 'admin') {
        await take([`${name}:address`, addressKey(address)], limit.address);
        await take([`${name}:network`, networkKey(address)], limit.network);
      }
      if (subject !== undefined) await take(subjectCounter(name, project_id, subject), limit.subject);
    },
    forgive: async ({ name, project_id, subject }) => {
      if (subject === undefined) return;
      await shared.reset(...subjectCounter(name, project_id, subject), limitsOf(name).subject);
    },
  };
};
