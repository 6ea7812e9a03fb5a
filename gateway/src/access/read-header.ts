import type { IncomingHttpHeaders } from 'node:http';
import { requestHeaders } from '../http/headers.ts';

/** Node joins repeated headers of these names, so a value is never a list. */
export const readHeader = (headers: IncomingHttpHeaders, name: keyof typeof requestHeaders): string =>
  (headers[requestHeaders[name]] as string | undefined) ?? '';
