import type { FastifyInstance } from 'fastify';

/**
 * Rejects requests whose `Host` header names neither this machine nor the app's host. Without this, a website
 * could point its own name at this machine and read the sandbox's mailbox (DNS rebinding).
 */
export function rejectUnknownHosts(app: FastifyInstance, appUrl: string): void {
  const known = new Set(['localhost', '127.0.0.1', '[::1]', new URL(appUrl).hostname]);
  app.addHook('onRequest', async ({ headers }, reply) => {
    const name = (headers.host ?? '').toLowerCase().replace(/:\d*$/, '');
    if (known.has(name)) return;
    await reply.code(421).send({ error: 'The sandbox does not serve this host name.' });
  });
}
