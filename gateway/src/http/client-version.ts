/** What client kits say about themselves: `js @acme/kit@2.8.47`. */
import type { IncomingHttpHeaders } from 'node:http';
import { requestHeaders } from './headers.ts';

export interface ClientVersion {
  readonly platform: string;
  readonly sdk: string;
  readonly version: string;
}

const PATTERN = /^(\w+) +(@[\w/]+)@([\d.]+)$/;

/** Undefined for anything else, which is no error. */
export const readClientVersion = (headers: IncomingHttpHeaders): ClientVersion | undefined => {
  const text = headers[requestHeaders.client_version];
  const [, platform, sdk, version] = PATTERN.exec(typeof text === 'string' ? text : '') ?? [];
  return platform && sdk && version ? { platform, sdk, version } : undefined;
};

/** The last version of the kit that has no field to type a code into. */
const WITHOUT_CODES = { sdk: '@stackframe/stack', version: [2, 5, 37] };

/** Negative when `version` is the older one. */
const compare = (version: string, other: readonly number[]): number => {
  const parts = version.split('.').map(Number);
  const differing = other.findIndex((part, index) => (parts[index] ?? 0) !== part);
  return differing < 0 ? 0 : (parts[differing] ?? 0) - (other[differing] ?? 0);
};

/** Whether the application behind a kit can only be signed in to by the link of a mail. */
export const cannotTakeCodes = (client: ClientVersion | undefined): boolean =>
  client?.sdk === WITHOUT_CODES.sdk && compare(client.version, WITHOUT_CODES.version) <= 0;
