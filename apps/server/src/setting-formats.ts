import { isIP } from 'node:net';

/** Returns the parts of a comma-separated list, without surrounding spaces or empty parts. */
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

/** An email address. Its host needs no dot, because mail servers in a local network may have none. */
const address = String.raw`[^\s<>@,;:"()]+@[^\s<>@,;:"()]+`;
/** Without quotes, a comma in a name would begin another address (RFC 5322, 3.4). */
const senderPattern = new RegExp(`^(${address}|("[^"\r\n]+"|[^<>@",;:\r\n]*)\\s*<${address}>)$`);

/** True for an email address, alone or after a name: `Cairn <hello@cairn.example>`. */
export const isSender = (value: string): boolean => senderPattern.test(value);
