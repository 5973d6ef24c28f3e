import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

/** The network somebody comes from. Whoever has one IPv6 address has all others of its /64 too. */

/**
 * The network of an address, as text that is the same for all of its addresses.
 * @param bits how much of an IPv4 address counts; of an IPv6 address it is always 64
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

/** The networks an address lies in, the widest first: /32, /48, /56 and /64; of the shorter ones /24 and the address. */
export function networksOf(address: string): string[] {
  const own = networkOf(address, 32);
  const groups = own.split(':');
  if (groups.length !== 4) return [networkOf(address, 24), own];
  const fourth = (groups[3] ?? '').padStart(4, '0').slice(0, 2);
  const [provider, site] = [groups.slice(0, 2).join(':'), groups.slice(0, 3).join(':')];
  return [provider, site, `${site}:${fourth}`, own];
}
