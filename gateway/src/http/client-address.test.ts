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

  it('is told by trusted proxies only', () => {
    expect(endUserIpInfo(from('127.0.0.1', browser))?.ip).toBe('198.51.100.7');
    expect(endUserIpInfo(from('203.0.113.9', browser))).toBeUndefined();
    expect(createClientAddresses([]).endUserIpInfo(from('127.0.0.1', browser))).toBeUndefined();
  });

  it.each([
    ['Mozilla/5.0', true],
    ['Chrome/126', true],
    ['Safari/605', true],
    ['curl/8', false],
    ['mozilla', false],
    ['', false],
  ])('is asked about browsers only: %j', (agent, is_browser) => {
    const info = endUserIpInfo(from('127.0.0.1', { ...browser, 'user-agent': agent }));
    expect(info !== undefined).toBe(is_browser);
  });

  it('is in the first header there is, in their order', () => {
    const headers: IncomingHttpHeaders = {
      ...browser,
      'cf-connecting-ip': '192.0.2.1',
      'x-vercel-forwarded-for': '192.0.2.2',
      'x-real-ip': '192.0.2.3',
    };
    const order = ['cf-connecting-ip', 'x-vercel-forwarded-for', 'x-real-ip', 'x-forwarded-for'];
    const found = order.map((name) => {
      const { ip } = endUserIpInfo(from('127.0.0.1', headers)) ?? {};
      delete headers[name];
      return ip;
    });
    expect(found).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3', '198.51.100.7']);
  });

  it('is a literal address, which is not trimmed, or nothing', () => {
    for (const address of [' 192.0.2.2', '192.0.2.2:443', 'unknown', '192.0.2.256'])
      expect(endUserIpInfo(from('127.0.0.1', { ...browser, 'x-real-ip': address }))).toBeUndefined();
    expect(endUserIpInfo(from('127.0.0.1', { ...browser, 'x-real-ip': '2001:db8::7' }))?.ip).toBe(
      '2001:db8::7',
    );
  });

  it('has the place when a proxy says it', () => {
    const place = {
      'cf-ipcountry': 'DE',
      'x-vercel-ip-country': 'FR',
      'x-vercel-ip-country-region': 'BE',
      'x-vercel-ip-city': 'Berlin',
      'x-vercel-ip-latitude': '52.5',
      'x-vercel-ip-longitude': '13.25 east',
      'x-vercel-ip-timezone': 'Europe/Berlin',
    };
    const known = {
      ip: '198.51.100.7',
      countryCode: 'DE',
      regionCode: 'BE',
      cityName: 'Berlin',
      latitude: 52.5,
      longitude: 13.25,
      tzIdentifier: 'Europe/Berlin',
    };
    expect(endUserIpInfo(from('127.0.0.1', { ...browser, ...place }))).toEqual(known);
    const vercel = { ...browser, ...place, 'cf-ipcountry': undefined, 'x-vercel-ip-latitude': 'north' };
    expect(endUserIpInfo(from('127.0.0.1', vercel))).toEqual({
      ...known,
      countryCode: 'FR',
      latitude: undefined,
    });
  });
});
