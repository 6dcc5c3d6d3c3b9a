import { isIP } from 'node:net';

/** The parts of a comma-separated list, without spaces and empty parts. */
export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** True for an address or a network in CIDR notation. */
export function isNetwork(part: string): boolean {
  const [address = '', bits = '0', ...rest] = part.split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    /^\d+$/.test(bits) &&
    Number(bits) <= (version === 4 ? 32 : 128)
  );
}

/** True for an origin, such as https://app.example.com. */
export const isOrigin = (part: string): boolean =>
  URL.canParse(part) && /^https?:/.test(part) && new URL(part).origin === part;

/** True for a host name or an IP address, without a port. */
export const isHostName = (part: string): boolean => /^([\w.-]+|\[[\da-f:.]+\])$/i.test(part);
