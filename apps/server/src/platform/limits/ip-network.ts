import { isIPv6 } from 'node:net';

/**
 * The network that a rate limit counts for an IP address: the address itself for IPv4, its /64 for IPv6,
 * because one customer gets at least that many addresses (RFC 6177).
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const [head = [], tail] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
