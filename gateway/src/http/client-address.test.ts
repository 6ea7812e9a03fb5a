import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createClientAddresses } from './client-address.ts';

const from = (remoteAddress: string, headers: IncomingHttpHeaders = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

const { clientAddress, endUserIpInfo } = createClientAddresses(['10.0.0.0/8', '127.0.0.1', '::1']);

describe('the address that limits count', () => {
  it.each([
    ['203.0.113.9', { 'x-forwarded-for': '1.2.3.4' }, '203.0.113.9'],
    ['10.0.0.1', {}, '10.0.0.1'],
    ['10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
    ['::ffff:10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
    ['10.0.0.1', { 'x-forwarded-for': '1.2.3.4, 198.51.100.7' }, '198.51.100.7'],
    ['10.0.0.1', { 'x-forwarded-for': '1.2.3.4, 198.51.100.7, 10.2.0.1' }, '198.51.100.7'],
    ['10.0.0.1', { 'x-forwarded-for': 'unknown' }, '10.0.0.1'],
    ['10.0.0.1', { 'x-forwarded-for': '1.2.3.4, garbage' }, '10.0.0.1'],
    ['::1', { 'x-forwarded-for': '2001:db8::1' }, '2001:db8::1'],
    ['10.0.0.1', { 'x-forwarded-for': '::ffff:198.51.100.7' }, '198.51.100.7'],
  ])('of %s with %j is %s', (peer, headers, address) =>
    expect(clientAddress(from(peer, headers))).toBe(address),
  );

  it('is the peer when no proxy is trusted', () => {
    const none = createClientAddresses([]);
    expect(none.clientAddress(from('10.0.0.1', { 'x-forwarded-for': '1.2.3.4' }))).toBe('10.0.0.1');
  });

  it('cannot be configured with garbage', () => {
    expect(() => createClientAddresses(['everyone'])).toThrow('PORTICO_TRUSTED_PROXIES');
  });
});

describe('where an end user is', () => {
  const browser = { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': '198.51.100.7, 10.1.1.1' };

  it('is told by trusted proxies about browsers only', () => {
    expect(endUserIpInfo(from('127.0.0.1', browser))?.ip).toBe('198.51.100.7');
    expect(endUserIpInfo(from('203.0.113.9', browser))).toBeUndefined();
    expect(endUserIpInfo(from('127.0.0.1', { ...browser, 'user-agent': 'curl/8' }))).toBeUndefined();
  });

  it('prefers the headers in their order and wants a literal address', () => {
    const headers = { ...browser, 'cf-connecting-ip': '192.0.2.1', 'x-real-ip': '192.0.2.2' };
    expect(endUserIpInfo(from('127.0.0.1', headers))?.ip).toBe('192.0.2.1');
    expect(endUserIpInfo(from('127.0.0.1', { ...browser, 'x-real-ip': ' 192.0.2.2' }))).toBeUndefined();
  });

  it('has the place when a proxy says it', () => {
    const headers = {
      ...browser,
      'cf-ipcountry': 'DE',
      'x-vercel-ip-latitude': '52.5',
      'x-vercel-ip-city': 'Berlin',
    };
    expect(endUserIpInfo(from('127.0.0.1', headers))).toMatchObject({
      countryCode: 'DE',
      latitude: 52.5,
      cityName: 'Berlin',
    });
  });
});
