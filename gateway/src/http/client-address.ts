/** Who is calling, as far as the network can say. */
import type { EndUserIpInfo } from '@portico/platform/call';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** `::ffff:192.0.2.1` is an IPv4 address in disguise. */
const normal = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const header = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) || undefined;
};

export interface ClientAddresses {
  /** For rate limits: the nearest address that no trusted proxy vouches to be a proxy itself. */
  clientAddress(req: IncomingMessage): string;
  /** For session lists: what trusted proxies say about a browser; nothing for other callers. */
  endUserIpInfo(req: IncomingMessage): EndUserIpInfo | undefined;
}

const addEntry = (list: BlockList, entry: string): void => {
  const [address = '', bits] = entry.split('/');
  const plain = normal(address);
  if (isIP(plain) === 0) throw new Error(`"${entry}" in PORTICO_TRUSTED_PROXIES is no address or range`);
  if (bits === undefined) list.addAddress(plain, family(plain));
  else list.addSubnet(plain, Number(bits), family(plain));
};

const forwardedFor = (headers: IncomingHttpHeaders): string[] =>
  (header(headers, 'x-forwarded-for') ?? '').split(',').map((part) => normal(part.trim()));

const BROWSER = /Mozilla|Chrome|Safari/;
const FIRST_ADDRESS = ['cf-connecting-ip', 'x-vercel-forwarded-for', 'x-real-ip'];

const statedAddress = (headers: IncomingHttpHeaders): string | undefined => {
  const named = FIRST_ADDRESS.map((name) => header(headers, name)).find((value) => value !== undefined);
  const stated = named ?? header(headers, 'x-forwarded-for')?.split(',')[0];
  return stated !== undefined && isIP(stated) !== 0 ? stated : undefined;
};

const geo = (headers: IncomingHttpHeaders): Omit<EndUserIpInfo, 'ip'> => {
  const degrees = (name: string): number | undefined => {
    const value = Number.parseFloat(header(headers, name) ?? '');
    return Number.isNaN(value) ? undefined : value;
  };
  return {
    countryCode: header(headers, 'cf-ipcountry') ?? header(headers, 'x-vercel-ip-country'),
    regionCode: header(headers, 'x-vercel-ip-country-region'),
    cityName: header(headers, 'x-vercel-ip-city'),
    latitude: degrees('x-vercel-ip-latitude'),
    longitude: degrees('x-vercel-ip-longitude'),
    tzIdentifier: header(headers, 'x-vercel-ip-timezone'),
  };
};

/** @throws when an entry is neither an address nor a CIDR range. */
export const createClientAddresses = (trusted_proxies: readonly string[]): ClientAddresses => {
  const trusted = new BlockList();
  for (const entry of trusted_proxies) addEntry(trusted, entry);
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, family(address));
  const peerOf = (req: IncomingMessage): string => normal(req.socket.remoteAddress ?? '');
  return {
    clientAddress: (req) => {
      const peer = peerOf(req);
      if (trusted_proxies.length === 0 || !isTrusted(peer)) return peer;
      let address = peer;
      for (const hop of forwardedFor(req.headers).reverse()) {
        if (isIP(hop) === 0) break;
        address = hop;
        if (!isTrusted(hop)) break;
      }
      return address;
    },
    endUserIpInfo: (req) => {
      if (trusted_proxies.length === 0 || !BROWSER.test(req.headers['user-agent'] ?? '')) return undefined;
      const ip = isTrusted(peerOf(req)) ? statedAddress(req.headers) : undefined;
      return ip === undefined ? undefined : { ip, ...geo(req.headers) };
    },
  };
};
