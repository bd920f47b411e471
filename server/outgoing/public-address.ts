import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Networks that are not part of the internet: this machine's, a hospital's, those of a cloud's own services. Source:
 * RFC 6890.
 */
const inside = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.ipv4.addSubnet(network, bits, 'ipv4');
// Everything that is not global unicast, including IPv4-mapped addresses.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inside.ipv6.addSubnet(network, bits, 'ipv6');

/** Returns whether an IP address is on the internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return isIP(address) !== 0 && !inside[family].check(address, family);
};

/** Returns whether a web address may be on the internet, as far as can be told without a DNS lookup. */
export function mayBePublic(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || username + password + port !== '') return false;
  return isIP(host) === 0
    ? /\.[a-z]/i.test(host) && !/\.(local|internal|localhost)\.?$/i.test(host)
    : isPublicAddress(host);
}

/**
 * Resolves a host for a connection and refuses internal addresses. The check happens at connection time, because a name
 * can resolve differently from one moment to the next.
 */
export const publicLookup: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const taken = found?.filter(({ address }) => isPublicAddress(address));
    const [first] = taken ?? [];
    if (error) done(error, '');
    else if (!first) done(new Error(`${host} is not on the internet.`), '');
    else if (options.all) done(null, taken ?? []);
    else done(null, first.address, first.family);
  });
