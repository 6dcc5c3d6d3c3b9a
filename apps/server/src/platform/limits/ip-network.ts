import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that a rate limit counts in place of an IP address: the address itself for IPv4, its /64 for IPv6,
 * because one customer gets at least that many addresses (RFC 6177).
 */
export function networkOf(ip: string): string {
  const address = normalizeIp(ip);
  return isIPv6(address) ? ipv6Network(address, 64) : address;
}

/**
 * The network that is logged and stored in place of an IP address: its /24 for IPv4, its /48 for IPv6, which is about
 * one site. Null for anything but an IP address.
 */
export function truncateIp(ip: string): string | null {
  const address = normalizeIp(ip);
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(address) ? ipv6Network(address, 48) : null;
}

/** Returns an IPv4-mapped IPv6 address as IPv4, and an IPv6 address without its zone. */
function normalizeIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%');
  return isIPv6(address) ? address : ip;
}

/** The network of an IPv6 address with a prefix of 48 or 64 bits. */
function ipv6Network(address: string, prefix: 48 | 64): string {
  const [head = [], tail] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, prefix / 16);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${prefix}`;
}
