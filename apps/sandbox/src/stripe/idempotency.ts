import type { FastifyInstance } from 'fastify';

type Remembered = { asked: string; status: number; payload: string };

const capacity = 1_000;

/**
 * Answers a POST that carries an `Idempotency-Key` seen before with the first answer, as the provider does; the same
 * key for another request is refused. Server errors are not remembered: those are worth another try.
 */
export function remembered(app: FastifyInstance): void {
  const answers = new Map<string, Remembered>();

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? answers.get(key) : undefined;
    if (request.method !== 'POST' || !known) return;
    if (known.asked !== asked(request)) {
      return reply.code(400).send({
        error: {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        },
      });
    }
    return reply
      .code(known.status)
      .header('idempotent-replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(known.payload);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string' || answers.has(key)) return;
    if (reply.statusCode >= 500 || typeof payload !== 'string') return;
    answers.set(key, { asked: asked(request), status: reply.statusCode, payload });
    const oldest = answers.keys().next();
    if (answers.size > capacity && !oldest.done) answers.delete(oldest.value);
  });
}

function asked(request: { url: string; body: unknown }): string {
  return JSON.stringify([request.url, request.body]);
}
