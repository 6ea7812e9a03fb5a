import { fields, serviceFields } from '@portico/platform/config';
import { z } from 'zod';
import { OAUTH_PROVIDER_TYPES, type OAuthProviderType } from './oauth/provider-types.ts';
import { parseDuration } from './sessions/duration.ts';

const duration = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .transform((text, context) => {
      const millis = parseDuration(text);
      if (millis === undefined) context.addIssue('expected a duration such as 10min');
      return millis ?? z.NEVER;
    });

type SharedKeyName = `PORTICO_OAUTH_${Uppercase<OAuthProviderType>}_CLIENT_${'ID' | 'SECRET'}`;

/** Keys that the deployment lends to projects; a provider has both or counts as having none. */
const sharedOAuthKeys = Object.fromEntries(
  OAUTH_PROVIDER_TYPES.flatMap((type) =>
    ['ID', 'SECRET'].map((half) => [
      `PORTICO_OAUTH_${type.toUpperCase()}_CLIENT_${half}`,
      z.string().optional(),
    ]),
  ),
) as Record<SharedKeyName, z.ZodOptional<z.ZodString>>;

/** What the service itself needs; the standalone process has the same names. */
export const identitySettings = {
  /** Origin of the API, without a path: issuer of tokens and address of images. */
  PORTICO_PUBLIC_URL: fields.url().transform((url) => url.replace(/\/+$/, '')),
  PORTICO_ENCRYPTION_KEYS: fields.keyring(),
  /** In milliseconds. */
  PORTICO_ACCESS_TOKEN_LIFETIME: duration('10min'),
  /** Age at which a signing key gives way to its pre-published successor, in milliseconds. */
  PORTICO_SIGNING_KEY_ROTATION: duration('90d'),
  /** Password hashes computed at once; absent: one a core. */
  PORTICO_PASSWORD_HASHING_THREADS: z.coerce.number().int().min(1).max(64).optional(),
  /** Password hashes waiting at most; the surplus is answered with 503. */
  PORTICO_PASSWORD_HASHING_QUEUE: z.coerce.number().int().min(1).default(128),
  /** How project `internal` signs people in. */
  PORTICO_INTERNAL_ALLOW_SIGN_UP: fields.flag(true),
  PORTICO_INTERNAL_ALLOW_OTP: fields.flag(true),
  PORTICO_INTERNAL_ALLOW_LOCALHOST: fields.flag(true),
  PORTICO_INTERNAL_OAUTH_PROVIDERS: z.string().default('github,google,microsoft,spotify'),
  ...sharedOAuthKeys,
  /** An OpenID issuer that stands in for shared providers without keys. It decides who anybody is. */
  PORTICO_OAUTH_SANDBOX_ISSUER: fields.url().optional(),
  PORTICO_OAUTH_SANDBOX_SECRET: z.string().default(''),
  /** Hands out provider tokens of accounts that were connected with shared keys. */
  PORTICO_ALLOW_SHARED_OAUTH_ACCESS_TOKENS: fields.flag(false),
};

/** The configuration that `createIdentityService` takes. */
export type IdentityConfig = Readonly<z.infer<z.ZodObject<typeof identitySettings>>>;

/** The environment of the process of its own. */
export const configSchema = z.object({
  ...serviceFields(9101),
  ...identitySettings,
  TEAMS_PERMISSIONS_URL: z.string().default('localhost:9102'),
  API_KEYS_URL: z.string().default('localhost:9103'),
  EMAIL_URL: z.string().default('localhost:9105'),
});
