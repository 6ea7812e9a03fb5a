import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { decodeKnownError } from '../errors/decode-known-error.ts';
import { headers } from '../wire/headers.ts';

/** The server hides error statuses behind a 200 to keep browser consoles quiet. This brings the real one back. */
const restoreStatus = (response: Response): Response => {
  const actual = Number(response.headers.get(headers.actualStatus));
  if (!Number.isInteger(actual) || actual < 200 || actual > 599) return response;
  return new Response(response.body, {
    status: actual,
    statusText: response.statusText,
    headers: response.headers,
  });
};

/** Throws the known error a response carries; otherwise returns it with its real status. */
export const readResponse = async (raw: Response): Promise<Response> => {
  const response = restoreStatus(raw);
  const code = response.headers.get(headers.knownError);
  if (!code) return response;
  const text = await response.text();
  const body = parseErrorBody(text);
  if (body?.code !== code) {
    throw new PorticoAssertionError('The error code in the header differs from the one in the body.', {
      code,
      text,
    });
  }
  const error = decodeKnownError(body);
  error.requestId = response.headers.get(headers.requestId) ?? undefined;
  throw error;
};

const parseErrorBody = (text: string): { code: string; details?: unknown; error?: unknown } | null => {
  try {
    const body: unknown = JSON.parse(text);
    const isError =
      typeof body === 'object' && body !== null && typeof (body as { code?: unknown }).code === 'string';
    return isError ? (body as { code: string }) : null;
  } catch {
    return null;
  }
};
