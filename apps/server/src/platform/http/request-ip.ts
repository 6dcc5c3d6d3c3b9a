import { truncateIp } from '../limits/ip-network.ts';
import { requestContext } from '../request-context.ts';

/** How much of an IP address is logged and stored: all of it, its network, or nothing. */
export type IpPrecision = 'full' | 'truncated' | 'none';

/** Shortens an IP address to what may be logged and stored. Null if nothing may be. */
export function describeIp(ip: string, precision: IpPrecision): string | null {
  if (precision === 'none') return null;
  return precision === 'full' ? ip : truncateIp(ip);
}

/** The IP address of the request that is being handled, or its network. Null in a job, or if none is stored. */
export const requestIp = (): string | null => requestContext()?.ip ?? null;
