import { describe, expect, it } from 'vitest';
import { clearInnerCookie, hasInnerCookie, innerCookie } from './inner-cookie.ts';

const made = (more: object = {}) =>
  innerCookie({ inner_state: 'abc', is_secure: false, is_form_post: false, now: 0, ...more })['set-cookie'];
const START = 'stack-oauth-inner-abc=true; Path=/; Expires=Thu, 01 Jan 1970 00:10:00 GMT; Max-Age=600';

describe('the cookie of a round trip', () => {
  it('is for this browser, and for https where the API has it', () => {
    expect(made()).toBe(`${START}; HttpOnly`);
    expect(made({ is_secure: true })).toBe(`${START}; Secure; HttpOnly`);
  });

  it('survives the form that another site posts', () => {
    expect(made({ is_form_post: true })).toBe(`${START}; Secure; HttpOnly; SameSite=None`);
  });

  it('is deleted by the epoch, for states that can be ours', () => {
    const gone = 'stack-oauth-inner-abc=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
    expect(clearInnerCookie('abc')).toEqual({ 'set-cookie': gone });
    for (const state of [undefined, '', 'a b', 'a;b', 'a\r\nb', 'ä', 'x'.repeat(129)])
      expect(clearInnerCookie(state)).toEqual({});
  });

  it('is found by its whole name and value', () => {
    expect(hasInnerCookie('a=b; stack-oauth-inner-abc=true', 'abc')).toBe(true);
    for (const cookies of [
      undefined,
      '',
      'stack-oauth-inner-abc=false',
      'x-stack-oauth-inner-abc=true',
      'stack-oauth-inner-abcd=true',
    ])
      expect(hasInnerCookie(cookies, 'abc')).toBe(false);
  });
});
