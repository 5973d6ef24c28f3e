/** Web addresses of this computer and of private networks, which the reader of a link cannot open, or should not. */

/** Available on every platform we run on, but not part of ECMAScript. */
declare const URL: new (address: string) => { hostname: string };

/** Names that are resolved only inside a computer or a network. */
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

/** First and last address of each range that is not public, by RFC 6890. */
const privateRanges: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['224.0.0.0', '255.255.255.255'],
];

/** IPv6 addresses that are not public: none, loopback, unique local, link-local, site-local, multicast. */
const privateIpv6 = /^(::1?$|f[cd]|fe[89a-f]|ff)/;

/**
 * Whether a web address leads to this computer or a private network. `URL` brings the host to its one form, so that
 * decimal, octal, hexadecimal and full-width spellings of an IPv4 address are found.
 */
export function isPrivateAddress(address: string): boolean {
  let host: string;
  try {
    host = new URL(address).hostname.replace(/\.$/, '');
  } catch {
    // No browser opens it.
    return true;
  }
  if (!host.startsWith('[')) return localNames.test(host) || isPrivateIpv4(host);
  const ipv6 = host.slice(1, -1);
  const embedded = ipv4Inside(ipv6);
  return privateIpv6.test(ipv6) || (embedded !== undefined && isPrivateIpv4(embedded));
}

function isPrivateIpv4(host: string): boolean {
  const value = numberOf(host);
  if (value === undefined) return false;
  return privateRanges.some(([first, last]) => value >= (numberOf(first) ?? 0) && value <= (numberOf(last) ?? 0));
}

function numberOf(host: string): number | undefined {
  if (!/^\d+(\.\d+){3}$/.test(host)) return undefined;
  return host.split('.').reduce((value, part) => value * 256 + Number(part), 0);
}

/** Returns the IPv4 address in an IPv6 one, where it is mapped, translated (NAT64) or a 6to4 prefix. */
function ipv4Inside(ipv6: string): string | undefined {
  const [, high, low] =
    /^(?:::ffff:(?:0:)?|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(ipv6) ??
    /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(ipv6) ??
    [];
  if (high === undefined || low === undefined) return undefined;
  const parts = [high, low].map((group) => Number.parseInt(group, 16));
  return parts.flatMap((value) => [value >> 8, value & 255]).join('.');
}
