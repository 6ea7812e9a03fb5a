/** What a browser answers, made ready for verification. */
import type { BranchSettings } from '../config/settings.ts';
import { isTrustedUrl } from '../redirects/trusted-url.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toBase64url = (text: string): string =>
  text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Some kits write binary fields in the standard alphabet, with padding. */
const BINARY = new Set([
  'id', 'rawId', 'clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle', 'publicKey',
]); // prettier-ignore

const withBase64url = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      BINARY.has(name) && typeof value === 'string' ? toBase64url(value) : value,
    ]),
  );

/** The answer with every binary field in base64url. */
export const readAnswer = (credential: unknown): Json => {
  const answer = isObject(credential) ? credential : {};
  const response = isObject(answer.response) ? withBase64url(answer.response) : {};
  return { clientExtensionResults: {}, ...withBase64url(answer), response };
};

/**
 * The page the passkey was used on, as the browser says.
 * @throws when the project does not trust it, or the answer does not say.
 */
export const readTrustedOrigin = (
  answer: Json,
  settings: BranchSettings,
): { origin: string; host: string } => {
  const { clientDataJSON } = answer.response as Json;
  const client = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString('utf8')) as unknown;
  const origin = isObject(client) ? client.origin : undefined;
  if (typeof origin !== 'string' || !isTrustedUrl(origin, settings))
    throw new Error('The origin is not trusted.');
  return { origin, host: new URL(origin).hostname };
};
