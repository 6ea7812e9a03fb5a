import { describe, expect, it } from 'vitest';
import { handlerUrls } from '../../urls/handler-urls.ts';
import { findRoute } from './route.ts';

const route = (path: string, urls = {}, searchParams: Record<string, string> = {}) =>
  findRoute({ path, searchParams, urls: handlerUrls(urls) });

describe('a path below the handler', () => {
  it.each([
    ['/sign-in', 'SignIn'],
    ['sign-up/', 'SignUp'],
    ['/sign-out', 'SignOut'],
    ['/email-verification', 'EmailVerification'],
    ['/error', 'ErrorPage'],
  ])('%s shows %s', (path, name) => {
    expect(route(path)).toMatchObject({ page: { name } });
  });

  it.each([
    ['/signin', '/handler/sign-in?a=1'],
    ['/login', '/handler/sign-in?a=1'],
    ['/register', '/handler/sign-up?a=1'],
    ['/emailverification', '/handler/email-verification?a=1'],
  ])('of an older link, %s, leads to %s', (path, redirect) => {
    expect(route(path, {}, { a: '1' })).toEqual({ redirect });
  });

  it('of a page that was moved away leads there, with its query', () => {
    expect(route('/sign-in', { signIn: '/welcome?x=1' }, { after_auth_return_to: '/a b' })).toEqual({
      redirect: '/welcome?x=1&after_auth_return_to=%2Fa+b',
    });
    expect(route('/sign-in', { signIn: '/handler/other' })).toMatchObject({ page: { name: 'SignIn' } });
  });

  it.each(['/nothing', '/SIGN-IN', '', '/toString', '/sign-in/deeper'])('%j is not found', (path) => {
    expect(route(path)).toEqual({ notFound: true });
  });
});
