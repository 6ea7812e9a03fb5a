/** Tells addresses of the public internet from those of a machine's own or its owner's networks. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Everything IANA keeps from global use. */
const RESERVED_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16],
  ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.31.196.0', 24], ['192.52.193.0', 24],
  ['192.88.99.0', 24], ['192.168.0.0', 16], ['192.175.48.0', 24], ['198.18.0.0', 15],
  ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
]; // prettier-ignore

/** Parts of 2000::/3 that are no public hosts, or tunnels to IPv4 addresses of any kind. */
const RESERVED_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const reserved = new BlockList();
for (const [network, prefix] of RESERVED_IPV4) reserved.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of RESERVED_IPV6) reserved.addSubnet(network, prefix, 'ipv6');

/** Outside this block lie loopback, link-local, unique-local and IPv4-mapped addresses. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** False for what is no address at all. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !reserved.check(address, 'ipv4');
  return global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
};
