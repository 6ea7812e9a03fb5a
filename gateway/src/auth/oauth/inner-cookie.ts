/** Ties a round trip to the browser that began it: without this cookie nobody can end it. */
import type { Headers } from '../../http/headers.ts';

const LIFETIME_SECONDS = 600;

/** States of ours have these characters only; others must not reach a header. */
const STATE = /^[\w-]{1,128}$/;

const nameOf = (inner_state: string): string => `stack-oauth-inner-${inner_state}`;

export interface InnerCookie {
  inner_state: string;
  is_secure: boolean;
  /** The callback is posted by another site, which drops cookies that do not expect it. */
  is_form_post: boolean;
  now: number;
}

/** The order of the attributes is part of the wire. */
export const innerCookie = ({ inner_state, is_secure, is_form_post, now }: InnerCookie): Headers => ({
  'set-cookie': [
    `${nameOf(inner_state)}=true`,
    'Path=/',
    `Expires=${new Date(now + LIFETIME_SECONDS * 1000).toUTCString()}`,
    `Max-Age=${LIFETIME_SECONDS}`,
    ...(is_secure || is_form_post ? ['Secure'] : []),
    'HttpOnly',
    ...(is_form_post ? ['SameSite=None'] : []),
  ].join('; '),
});

export const clearInnerCookie = (inner_state: string | undefined): Headers =>
  inner_state !== undefined && STATE.test(inner_state)
    ? { 'set-cookie': `${nameOf(inner_state)}=; Path=/; Expires=${new Date(0).toUTCString()}` }
    : {};

export const hasInnerCookie = (cookies: string | undefined, inner_state: string): boolean =>
  (cookies ?? '').split(';').some((pair) => pair.trim() === `${nameOf(inner_state)}=true`);
