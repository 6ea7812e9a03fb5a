import { describe, expect, it } from 'vitest';
import { createPathTable } from './path-table.ts';
import type { Method } from './route.ts';

const paths: [Method, string][] = [
  ['GET', '/'],
  ['GET', '/users'],
  ['POST', '/users'],
  ['GET', '/users/me'],
  ['GET', '/users/:user_id'],
  ['DELETE', '/sessions/current'],
  ['DELETE', '/sessions/:id'],
  ['POST', '/sessions/current/refresh'],
  ['POST', '/channels/verify'],
  ['POST', '/channels/verify/check'],
  ['POST', '/channels/:user_id/:id/send'],
];
const table = createPathTable(paths.map(([method, path]) => ({ method, path })));

describe('the path table', () => {
  it.each([
    ['/', '/', {}],
    ['/users', '/users', {}],
    ['/users/me', '/users/me', {}],
    ['/users/a%20b', '/users/:user_id', { user_id: 'a b' }],
    ['/users/100%', '/users/:user_id', { user_id: '100%' }],
    ['/sessions/current', '/sessions/current', {}],
    ['/sessions/x', '/sessions/:id', { id: 'x' }],
    ['/channels/verify/x/send', '/channels/:user_id/:id/send', { user_id: 'verify', id: 'x' }],
  ])('leads %s to %s', (asked, path, params) => {
    const found = table.find(asked);
    expect([...found!.methods.values()][0]!.path).toBe(path);
    expect(found!.params).toEqual(params);
  });

  it.each(['/nope', '/users/', '/users//', '/users/a/b', '/channels', ''])('knows nothing at %s', (path) =>
    expect(table.find(path)).toBeUndefined(),
  );

  it('tells which methods a path offers', () => {
    expect([...table.find('/users')!.methods.keys()]).toEqual(['GET', 'POST']);
  });

  it('refuses two routes for one method and path', () => {
    const twice = [
      { method: 'GET' as const, path: '/a/:x' },
      { method: 'GET' as const, path: '/a/:y' },
    ];
    expect(() => createPathTable(twice)).toThrow('two routes');
  });
});
