import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/** The maximum body size in bytes. */
export const bodyLimit = 1024 * 1024;

/**
 * Limits how much of a body the server receives, even of one that no parser reads. A `Content-Length` over the limit
 * gets 413. The size of a body without `Content-Length` is checked by its parser. If such a body was not read to its
 * end, the connection is closed after the response, because Node would otherwise receive and discard the rest.
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
