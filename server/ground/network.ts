import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

/** Networks of addresses. The owner of one IPv6 address controls its whole /64. */

/**
 * Returns the network of an address, as text that is the same for all its addresses.
 * @param bits prefix length for IPv4; for IPv6 it is always 64
 */
export function networkOf(address: string, bits: 24 | 32): string {
  const plain = address.replace(/%.*$/, '');
  if (IPv4.isValidFourPartDecimal(plain)) return firstOctets(IPv4.parse(plain), bits);
  if (!IPv6.isValid(plain)) return plain;
  const parsed = IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return firstOctets(parsed.toIPv4Address(), bits);
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

function firstOctets({ octets }: ipaddr.IPv4, bits: 24 | 32): string {
  return octets.slice(0, bits / 8).join('.');
}

/** Returns the network of a site: /24 for IPv4, /48 for IPv6, which providers give to one customer. */
export function siteNetworkOf(address: string): string {
  const own = networkOf(address, 24);
  const groups = own.split(':');
  return groups.length === 4 ? groups.slice(0, 3).join(':') : own;
}

/** Returns the networks of an address, widest first: /32, /48, /56 and /64 for IPv6; /24 and the address for IPv4. */
export function networksOf(address: string): string[] {
  const own = networkOf(address, 32);
  const groups = own.split(':');
  if (groups.length !== 4) return [networkOf(address, 24), own];
  const fourth = (groups[3] ?? '').padStart(4, '0').slice(0, 2);
  const [provider, site] = [groups.slice(0, 2).join(':'), groups.slice(0, 3).join(':')];
  return [provider, site, `${site}:${fourth}`, own];
}

/** Returns the hash of an address's network: /24 for IPv4, /64 for IPv6. */
export function networkHashOf(address: string): Buffer {
  return createHash('sha256').update(networkOf(address, 24)).digest();
}
