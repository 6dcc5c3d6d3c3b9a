import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/** The maximum body size in bytes. */
export const bodyLimit = 1024 * 1024;

/**
 * Bounds what the server receives of any body, also of one that no parser reads. An announced size over the limit gets
 * 413. A body that announces no size is counted by its parser. If it was not read to its end, the connection is closed
 * after the response, because Node would receive the rest and discard it.
 */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (Number(headers['content-length'] ?? 0) <= bodyLimit) return;
    reply.header('connection', 'close');
    throw new Failure('payload_too_large', problemCopy.request.tooLarge);
  });
  app.addHook('onSend', async (request, reply) => {
    if (isUnreadStream(request)) reply.header('connection', 'close');
  });
}

const isUnreadStream = ({ headers, raw }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined && !raw.complete;
