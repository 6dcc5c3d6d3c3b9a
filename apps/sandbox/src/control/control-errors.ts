import type { FastifyError, FastifyInstance } from 'fastify';
import { PlaidApiError } from '../plaid/calls/errors.ts';
import { NotFound, Unprocessable } from './control-fields.ts';

/** Handles errors of control calls: 404 for an unknown item or payment, 422 with the reason for bad input. */
export function handleControlErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error instanceof NotFound) {
      return reply.code(404).send({ error: 'not_found', reason: error.message });
    }
    const isBadInput =
      error instanceof Unprocessable ||
      error instanceof PlaidApiError ||
      (error.statusCode !== undefined && error.statusCode < 500);
    if (isBadInput) return reply.code(422).send({ error: 'unprocessable', reason: error.message });
    process.emitWarning(`sandbox: ${error.stack ?? error.message}`);
    return reply.code(500).send({ error: 'internal', reason: 'an unexpected error occurred' });
  });
}
