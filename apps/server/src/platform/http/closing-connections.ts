import type { FastifyInstance } from 'fastify';

// How often connections that have become idle are looked for while closing, in milliseconds.
const sweepEvery = 50;

/**
 * Lets a closing server end as soon as it has answered what is in flight. Clients keep connections
 * open for the next request; closing ends those that are idle at that moment, but one that is still
 * being answered would be waited for until the client lets go of it.
 */
export function closeConnectionsOnceIdle(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEvery);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
