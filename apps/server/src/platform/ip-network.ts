import { isIPv6 } from 'node:net';

/**
 * Whom an IP address stands for in a limit: itself for IPv4, its first 64 bits for IPv6, since one
 * customer line is given that many addresses (RFC 6177).
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const [left = [], right] = address
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  const zeros =
    right === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
