/** What a handler answers when the JSON body alone does not say it. */
import type { Headers } from './headers.ts';

export type BodyKind = 'json' | 'text' | 'binary' | 'empty';

export class Reply {
  readonly kind: BodyKind;
  readonly body: unknown;
  readonly status: number | undefined;
  readonly headers: Headers | undefined;

  constructor(kind: BodyKind, body: unknown, options: { status?: number; headers?: Headers } = {}) {
    this.kind = kind;
    this.body = body;
    this.status = options.status;
    this.headers = options.headers;
  }
}

type Options = { status?: number; headers?: Headers };

/** Cut to the route's response view like a bare object. */
export const json = (body: unknown, options?: Options) => new Reply('json', body, options);
export const text = (body: string, options?: Options) => new Reply('text', body, options);
export const binary = (body: Uint8Array, options?: Options) => new Reply('binary', body, options);

/** Other status codes of redirects lose the method or are cached; the wire knows these three. */
export const redirect = (location: string, status: 303 | 307 | 308 = 307) =>
  new Reply('empty', '', { status, headers: { location } });

export const SUCCESS = { success: true } as const;
