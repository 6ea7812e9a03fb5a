/**
 * How often a caller may try. Limits of an address protect against one machine, limits of an account
 * against many. Whoever holds a server key speaks for many users and is not counted by address.
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

/** Per route: by address, by network, and by what the request is about (an account, a mail address). */
const limits = {
  sign_in: {
    address: { points: 1_000, per_seconds: 5 * MINUTE },
    network: { points: 4_000, per_seconds: 5 * MINUTE },
    subject: { points: 100, per_seconds: 15 * MINUTE },
  },
  sign_up: {
    address: { points: 6_000, per_seconds: 10 * MINUTE },
    network: { points: 20_000, per_seconds: 10 * MINUTE },
    subject: { points: 60, per_seconds: 10 * MINUTE },
  },
  send_mail: {
    address: { points: 1_500, per_seconds: 10 * MINUTE },
    network: { points: 6_000, per_seconds: 10 * MINUTE },
    subject: { points: 20, per_seconds: 10 * MINUTE },
  },
  try_code: {
    address: { points: 1_500, per_seconds: 5 * MINUTE },
    network: { points: 6_000, per_seconds: 5 * MINUTE },
    subject: { points: 60, per_seconds: 5 * MINUTE },
  },
  start_flow: {
    address: { points: 1_500, per_seconds: 5 * MINUTE },
    network: { points: 6_000, per_seconds: 5 * MINUTE },
    subject: { points: 60, per_seconds: 5 * MINUTE },
  },
  change_password: {
    address: { points: 1_000, per_seconds: 5 * MINUTE },
    network: { points: 4_000, per_seconds: 5 * MINUTE },
    subject: { points: 30, per_seconds: 5 * MINUTE },
  },
} as const satisfies Record<string, { address: Limit; network: Limit; subject: Limit }>;

export type LimitName = keyof typeof limits;

/** Requests of any kind without a server key, and refused keys and tokens. */
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
  /** Counts a request of a caller without a server key. */
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
      const limit = limits[name];
      if (access_type !== 'server' && access_type !== 'admin') {
        await take([`${name}:address`, addressKey(address)], limit.address);
        await take([`${name}:network`, networkKey(address)], limit.network);
      }
      if (subject !== undefined) await take(subjectCounter(name, project_id, subject), limit.subject);
    },
    forgive: async ({ name, project_id, subject }) => {
      if (subject === undefined) return;
      await shared.reset(...subjectCounter(name, project_id, subject), limits[name].subject);
    },
  };
};
