import { BlockList, isIPv4, isIPv6 } from 'node:net';

// The address blocks in IANA's registries of special-purpose addresses.
const specialPurpose = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  specialPurpose.addSubnet(network, bits, 'ipv4');
// Tunnels, documentation, and 6to4, which can embed any IPv4 address.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialPurpose.addSubnet(network, bits, 'ipv6');

// All global unicast addresses. Other IPv6 addresses are local, mapped, or reserved.
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** True if an IP address is on the public internet. False if it is not an IP address. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !specialPurpose.check(ip, 'ipv4');
  return isIPv6(ip) && globalUnicast.check(ip, 'ipv6') && !specialPurpose.check(ip, 'ipv6');
}
