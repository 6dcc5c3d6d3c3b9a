import type { FastifyInstance } from 'fastify';

// In milliseconds.
const closeInterval = 50;

/**
 * Closes connections as they become idle during shutdown, so that the server stops as soon as all
 * requests in flight are done. Node closes only those that are idle when the shutdown starts. The others
 * would stay open until the client closes them.
 */
export function closeIdleConnectionsOnShutdown(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    const interval = setInterval(() => app.server.closeIdleConnections(), closeInterval);
    app.server.once('close', () => clearInterval(interval));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
