import { isIPv4, isIPv6 } from 'node:net';

/** The network somebody comes from. Whoever has one IPv6 address has all others of its /64 too. */

/**
 * The network of an address, as text that is the same for all of its addresses.
 * @param bits how much of an IPv4 address counts; of an IPv6 address it is always 64
 */
export function networkOf(address: string, bits: 24 | 32): string {
  const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain))
    return plain
      .split('.')
      .slice(0, bits / 8)
      .join('.');
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
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

/** The eight groups of an IPv6 address, written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const [before, after] = [first ?? [], last ?? []];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
