import type { FastifyInstance } from 'fastify';

// In milliseconds.
const closeInterval = 50;

/**
 * Closes connections during shutdown. Once the process no longer accepts requests, each response closes its
 * connection, so that clients connect to another process. Once the app closes, idle connections are closed too, so that
 * the server stops as soon as all requests in flight are done. Node itself closes only the connections that are idle
 * when the shutdown starts. The others would stay open until the client closes them.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance, isServing: () => boolean): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    const interval = setInterval(() => app.server.closeIdleConnections(), closeInterval);
    app.server.once('close', () => clearInterval(interval));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing || !isServing()) reply.header('connection', 'close');
  });
}
