import { createLog } from '@portico/platform/log';
import { expect, it } from 'vitest';
import { logRequest, maskedUrl } from './request-log.ts';
import type { RoutedRequest } from './run-endpoint.ts';

it('query values that may be secrets are masked except their ends', () => {
  expect(maskedUrl('/api/v1/x?code=0123456789abcdef&limit=5&empty=&0123456789')).toBe(
    '/api/v1/x?code=0123…cdef&limit=5&empty=&0123…6789',
  );
  expect(maskedUrl('/api/v1/x')).toBe('/api/v1/x');
});

it('so are parts of the path that are longer than any id', () => {
  const id = '6f0d1c9e-2b7a-4d55-8f0e-3c1b9a7e4d21';
  expect(maskedUrl(`/api/v1/users/${id}/${'0123456789'.repeat(5)}?a=1`)).toBe(
    `/api/v1/users/${id}/0123…6789?a=1`,
  );
});

const logged = (millis_ago: number): Record<string, unknown>[] => {
  const lines: string[] = [];
  const log = createLog({ name: 'test', destination: { write: (line) => void lines.push(line) } });
  const request = {
    req: { method: 'GET', url: '/api/v1/users?query=somebody@example.com' },
    exchange: { request_id: '0123456789abcdef' },
    endpoint: { path: '/users' },
    started_at: performance.now() - millis_ago,
  } as unknown as RoutedRequest;
  logRequest(log, request, 200);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};

it('a request is one line with its method, URL, status, duration and id', () => {
  const [line, ...others] = logged(5);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    method: 'GET',
    url: '/api/v1/users?query=some….com',
    status: 200,
    duration_millis: expect.any(Number) as number,
    request_id: '0123456789abcdef',
  });
});

it('a request of more than twelve seconds is a warning as well', () => {
  expect(logged(11_000)).toHaveLength(1);
  expect(logged(12_001)[1]).toMatchObject({ level: 40, route: '/users', request_id: '0123456789abcdef' });
});
