import { expect, it } from 'vitest';
import type { RouteRequest } from '../../http/route.ts';
import { createSession } from './create-session.ts';

const orders: unknown[] = [];
const services = { identity: { sessions: { createSession: (order: unknown) => void orders.push(order) } } };

it('a session lasts 365 days unless the request says otherwise', async () => {
  const user_id = '00000000-0000-0000-0000-000000000000';
  for (const body of [{ user_id }, { user_id, expires_in_millis: 1_000.2, is_impersonation: true }])
    await createSession.handler({ body, services } as unknown as RouteRequest);
  expect(orders).toEqual([
    { user_id, expires_in_millis: 365 * 24 * 3_600_000, is_impersonation: false },
    { user_id, expires_in_millis: 1_001, is_impersonation: true },
  ]);
});
