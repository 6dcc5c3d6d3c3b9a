import type { FastifyInstance } from 'fastify';

type CachedResponse = { fingerprint: string; status: number; payload: string };

const capacity = 1_000;

/**
 * Replays the first response to a POST with a repeated `Idempotency-Key`, like the provider. Rejects the key for a
 * different request. Server errors are not cached, so the request can be retried.
 */
export function replayIdempotentRequests(app: FastifyInstance): void {
  const cache = new Map<string, CachedResponse>();

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    const cached = typeof key === 'string' ? cache.get(key) : undefined;
    if (request.method !== 'POST' || !cached) return;
    if (cached.fingerprint !== fingerprint(request)) {
      return reply.code(400).send({
        error: {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        },
      });
    }
    return reply
      .code(cached.status)
      .header('idempotent-replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(cached.payload);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string' || cache.has(key)) return;
    if (reply.statusCode >= 500 || typeof payload !== 'string') return;
    cache.set(key, { fingerprint: fingerprint(request), status: reply.statusCode, payload });
    const oldest = cache.keys().next();
    if (cache.size > capacity && !oldest.done) cache.delete(oldest.value);
  });
}

function fingerprint(request: { url: string; body: unknown }): string {
  return JSON.stringify([request.url, request.body]);
}
