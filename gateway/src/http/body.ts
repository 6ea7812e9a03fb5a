/** Reads a request body the way its media type says. */
import { knownErrors } from '@portico/platform/known-errors';
import { statusError } from '@portico/platform/errors';
import type { IncomingMessage } from 'node:http';
import { parseFlat } from './query.ts';

/** Room for two pictures of a million characters each and a large metadata document. */
export const DEFAULT_BODY_LIMIT = 4 * 1024 * 1024;

/** The rest is read and dropped: a connection closed over unread bytes would lose the answer. */
const refuse = (req: IncomingMessage) => {
  req.resume();
  return statusError(413, 'The request body is too large.');
};

const readBytes = async (req: IncomingMessage, limit: number): Promise<Buffer> => {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw refuse(req);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw refuse(req);
      chunks.push(chunk);
    }
  } catch (error) {
    // A caller that hangs up in the middle of its body is no failure of ours.
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET')
      throw statusError(400, 'The request was aborted.');
    throw error;
  }
  return Buffer.concat(chunks);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw knownErrors.BODY_PARSING_ERROR('The request body is not valid JSON.');
  }
};

const mediaType = (req: IncomingMessage): string => {
  const type = req.headers['content-type'];
  if (type === undefined) return '';
  const end = type.indexOf(';');
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase();
};

/** Undefined when the request says nothing about its body. A GET has none, whatever it sends. */
export const readBody = async (
  req: IncomingMessage,
  limit: number = DEFAULT_BODY_LIMIT,
): Promise<unknown> => {
  const type = mediaType(req);
  switch (type) {
    case '':
      return undefined;
    case 'application/json':
      return parseJson((await readBytes(req, limit)).toString('utf8'));
    case 'application/x-www-form-urlencoded':
      return parseFlat((await readBytes(req, limit)).toString('utf8'));
    case 'text/plain':
      return (await readBytes(req, limit)).toString('utf8');
    case 'application/octet-stream':
      return new Uint8Array(await readBytes(req, limit));
    default:
      throw knownErrors.BODY_PARSING_ERROR(
        `The content type ${JSON.stringify(type.slice(0, 64))} is not supported.`,
      );
  }
};
