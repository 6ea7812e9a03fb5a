import { expect } from 'vitest';
import type { Answer } from '../src/client.ts';

/** What was promised to everybody who revokes something. */
const WITHIN_MILLIS = 1_000;

/** The request is refused as one of a session that has ended, a second from now at the latest. */
export const expectDenied = async (
  request: () => Promise<Answer>,
  code = 'ACCESS_TOKEN_EXPIRED',
): Promise<void> => {
  const answered = async () => {
    const { status, body } = await request();
    return `${status} ${(body as { code?: string }).code ?? ''}`.trim();
  };
  const denied = code === '404' ? code : `401 ${code}`;
  await expect.poll(answered, { timeout: WITHIN_MILLIS, interval: 100 }).toBe(denied);
  // For good: no cache may know better a moment later.
  expect(await answered()).toBe(denied);
};
