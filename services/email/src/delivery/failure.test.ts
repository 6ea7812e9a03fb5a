import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

const mailerError = (message: string, fields: { code?: string; responseCode?: number } = {}) =>
  Object.assign(new Error(message), fields);

describe('why a delivery failed', () => {
  it.each([
    ['HOST_NOT_FOUND', false, mailerError('getaddrinfo ENOTFOUND mail.test', { code: 'EDNS' })],
    ['AUTH_FAILED', false, mailerError('Invalid login: 535 no', { code: 'EAUTH', responseCode: 535 })],
    ['TEMPORARY', true, mailerError('450 later', { code: 'EENVELOPE', responseCode: 450 })],
    ['TEMPORARY', true, mailerError('421 busy', { code: 'ECONNECTION', responseCode: 421 })],
    [
      'INVALID_EMAIL_ADDRESS',
      false,
      mailerError('553 bad address', { code: 'EENVELOPE', responseCode: 553 }),
    ],
    ['REJECTED', false, mailerError('554 spam', { code: 'EMESSAGE', responseCode: 554 })],
    ['REJECTED', false, mailerError('No recipients defined', { code: 'EENVELOPE' })],
    ['TIMEOUT', true, mailerError('Connection timeout', { code: 'ETIMEDOUT' })],
    ['UNKNOWN', true, mailerError('connect ECONNREFUSED 127.0.0.1:1', { code: 'ESOCKET' })],
    ['SOCKET_CLOSED', false, mailerError('Connection closed unexpectedly', { code: 'ECONNECTION' })],
    ['UNKNOWN', false, mailerError('something else')],
  ])('%s (again: %s)', (errorType, canRetry, error) => {
    expect(failureOf(error)).toMatchObject({ errorType, canRetry, rawError: error.message });
  });
});
