import type { Transport } from './transport.ts';
import { uncached } from './transport.ts';

const offlineText = 'You are offline. Please check your internet connection and try again.';

/** The API could not be reached. `cause` is what fetch reported. */
export class NetworkError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'NetworkError';
  }
}

const running = new Map<string, Promise<Record<string, unknown>>>();

const probe = async (transport: Transport, url: string): Promise<string> => {
  try {
    const response = await transport.fetch(url, { ...uncached(), signal: AbortSignal.timeout(5_000) });
    return response.ok ? 'OK' : `${response.status} ${await response.text()}`;
  } catch (error) {
    return String(error);
  }
};

/** Asks only the API host, and only once for all calls that fail at the same time. */
const diagnose = (transport: Transport, baseUrl: string): Promise<Record<string, unknown>> => {
  const known = running.get(baseUrl);
  if (known) return known;
  const diagnosis = probe(transport, `${baseUrl}/health`)
    .then((baseUrlBackend) => ({ 'navigator?.onLine': transport.isOnline(), baseUrlBackend }))
    .finally(() => running.delete(baseUrl));
  running.set(baseUrl, diagnosis);
  return diagnosis;
};

/** Words for a failed connection: offline, or what could be found out about the API host. */
export const networkError = async (
  transport: Transport,
  baseUrl: string,
  cause: unknown,
): Promise<NetworkError> => {
  if (transport.isOnline() === false) return new NetworkError(offlineText, cause);
  const diagnosis = await diagnose(transport, baseUrl);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new NetworkError(
    `Portico could not reach ${baseUrl}: ${reason}\n\n${JSON.stringify(diagnosis, null, 2)}`,
    cause,
  );
};
