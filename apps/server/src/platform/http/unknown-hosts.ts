import type { FastifyInstance } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/** Names of this machine itself, as browsers write them in URLs. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];
/** Load balancers call these at the machine's own address. */
const healthPaths = /^\/(healthz|readyz)(\?|$)/;

/** The settings that name the hosts of this app. `allowedHosts` are without a port. */
export interface HostSettings {
  publicUrl: string;
  allowedHosts: readonly string[];
}

/**
 * Rejects requests whose `Host` header names neither this app nor this machine. Without this, a website could
 * point its own name at this machine, and a browser would let its scripts read the responses (DNS rebinding).
 */
export function rejectUnknownHosts(app: FastifyInstance, settings: HostSettings): void {
  const isKnownHost = createHostCheck(settings);
  app.addHook('onRequest', async ({ headers, url }) => {
    if (!isKnownHost(headers.host) && !healthPaths.test(url))
      throw new Failure('unknown_host', problemCopy.request.unknownHost);
  });
}

/** Returns a function that is true for a `Host` header that names this app or this machine. */
export function createHostCheck({
  publicUrl,
  allowedHosts,
}: HostSettings): (host: string | undefined) => boolean {
  const knownHosts = new Set([
    ...loopbackHosts,
    new URL(publicUrl).hostname,
    ...allowedHosts.map((host) => host.toLowerCase()),
  ]);
  return (host = '') => knownHosts.has(hostName(host));
}

/** The name in a `Host` header, in lower case and without the port. */
export const hostName = (host: string): string => host.toLowerCase().replace(/:\d*$/, '');
