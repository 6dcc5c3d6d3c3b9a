import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { truncateIp } from '../limits/ip-network.ts';

/** How much of an IP address is logged and stored: all of it, its network, or nothing. */
export type IpPrecision = 'full' | 'truncated' | 'none';

const current = new AsyncLocalStorage<string | null>();

/** Shortens an IP address to what may be logged and stored. Null: nothing. */
export function describeIp(ip: string, precision: IpPrecision): string | null {
  if (precision === 'none') return null;
  return precision === 'full' ? ip : truncateIp(ip);
}

/** Makes the IP address of each request available to the code that its handler calls. */
export function provideRequestIp(app: FastifyInstance, precision: IpPrecision): void {
  // Later than `onRequest`, because the context would be lost while the body is parsed.
  app.addHook('preHandler', (request, _reply, done) =>
    current.run(describeIp(request.ip, precision), done),
  );
}

/** The IP address of the request that is being handled, or its network. Null in a job, or if none is stored. */
export const requestIp = (): string | null => current.getStore() ?? null;
