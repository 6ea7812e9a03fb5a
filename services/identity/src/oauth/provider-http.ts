/**
 * The only way out to providers. Their addresses come from project configurations and from documents of
 * other servers, so a request goes to the public internet or nowhere: addresses are judged after name
 * resolution, on the very connection that is used; redirects are answers, not followed.
 */
import { statusError } from '@portico/platform/errors';
import { lookup as resolveName, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { isPublicAddress } from './public-address.ts';

export interface ProviderRequest {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  form?: Readonly<Record<string, string>>;
}

export interface ProviderResponse {
  status: number;
  text: string;
}

export interface ProviderHttp {
  /**
   * @throws StatusError 400 for an address that must not be asked, 503 when there is no answer in time.
   */
  send(url: string, request?: ProviderRequest): Promise<ProviderResponse>;
  close(): Promise<void>;
}

export interface ProviderHttpOptions {
  /** Origins that may lie anywhere and speak plain HTTP: the configured sandbox issuer. */
  trusted_origins?: readonly string[];
  /** Where requests to an origin really go. For tests, which stand in for the providers. */
  stand_ins?: Readonly<Record<string, string>>;
  timeout_millis?: number;
  resolve?: typeof resolveName;
}

const TIMEOUT_MILLIS = 10_000;
const LARGEST_RESPONSE = 1024 * 1024;

class ForbiddenAddress extends Error {}

const forbidden = () => statusError(400, 'The address of the OAuth provider is not allowed.');
const noAnswer = () =>
  statusError(503, 'The OAuth provider does not answer. Please try again.', { 'retry-after': '5' });

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** One address outside the public internet spoils the name: the next resolution could pick it. */
const guardedLookup =
  (resolve: typeof resolveName) =>
  (hostname: string, options: LookupOptions, found: Found): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return found(error, []);
      const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
      const first = addresses[0];
      if (!isPublic || !first) return found(new ForbiddenAddress(hostname), []);
      if (options.all) return found(null, addresses);
      found(null, first.address, first.family);
    });
  };

const checkUrl = (url: URL): void => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '';
  if (!isPlain || (isIP(host) !== 0 && !isPublicAddress(host))) throw forbidden();
};

const readText = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_RESPONSE) throw new Error('The answer of the provider is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const isForbidden = (error: unknown): boolean =>
  error instanceof ForbiddenAddress ||
  (error instanceof AggregateError && error.errors.some(isForbidden)) ||
  (error instanceof Error && error.cause !== undefined && isForbidden(error.cause));

export const createProviderHttp = (options: ProviderHttpOptions = {}): ProviderHttp => {
  const { trusted_origins = [], stand_ins = {}, timeout_millis = TIMEOUT_MILLIS } = options;
  const timeouts = { headersTimeout: timeout_millis, bodyTimeout: timeout_millis };
  const lookup = guardedLookup(options.resolve ?? resolveName) as never;
  const guarded = new Agent({ ...timeouts, connect: { timeout: timeout_millis, lookup } });
  const trusting = new Agent({ ...timeouts, connect: { timeout: timeout_millis } });

  const route = (text: string): { url: string; dispatcher: Agent } => {
    if (!URL.canParse(text)) throw forbidden();
    const url = new URL(text);
    const stand_in = stand_ins[url.origin];
    if (stand_in !== undefined) return { url: stand_in + url.pathname + url.search, dispatcher: trusting };
    if (trusted_origins.includes(url.origin)) return { url: url.href, dispatcher: trusting };
    checkUrl(url);
    return { url: url.href, dispatcher: guarded };
  };

  return {
    send: async (text, { method = 'GET', headers, form } = {}) => {
      const { url, dispatcher } = route(text);
      const content_type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
      try {
        const response = await request(url, {
          dispatcher,
          method,
          headers: { accept: 'application/json', 'user-agent': 'Portico', ...content_type, ...headers },
          body: form ? new URLSearchParams(form).toString() : undefined,
          signal: AbortSignal.timeout(timeout_millis),
        });
        return { status: response.statusCode, text: await readText(response.body) };
      } catch (error) {
        throw isForbidden(error) ? forbidden() : noAnswer();
      }
    },
    close: async () => {
      await guarded.destroy();
      await trusting.destroy();
    },
  };
};
