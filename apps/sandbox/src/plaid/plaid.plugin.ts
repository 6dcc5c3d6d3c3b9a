import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_SECRET } from '../settings.ts';
import { accountCalls } from './calls/account.calls.ts';
import { type Body, type CallFields, checkFields, readBody } from './calls/body-fields.ts';
import { errorBody, PlaidApiError } from './calls/errors.ts';
import { institutionCalls } from './calls/institution.calls.ts';
import { itemCalls } from './calls/item.calls.ts';
import { linkRoutes } from './calls/link.routes.ts';
import { productCalls } from './calls/product.calls.ts';
import { tokenCalls } from './calls/token.calls.ts';
import { transactionCalls } from './calls/transaction.calls.ts';
import { newRequestId } from './calls/wire-item.ts';
import type { Registry } from './items/registry.ts';
import type { SigningKey } from './webhooks/signing-key.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** The state and services of the aggregator. */
export interface Aggregator {
  context: SandboxContext;
  registry: Registry;
  webhooks: Webhooks;
  key: SigningKey;
}

/** Registers an API call. `handle` gets a body with only known fields and returns the response without `request_id`. `origin` is the sandbox's origin as the caller sees it. */
export type DefineCall = (
  path: string,
  fields: CallFields,
  handle: (body: Body, origin: string) => object | Promise<object>,
) => void;

/** The aggregator's API (version 2020-09-14) under /plaid, and the server side of its link flow. */
export async function plaidPlugin(
  app: FastifyInstance,
  { aggregator }: { aggregator: Aggregator },
): Promise<void> {
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const apiError = toPlaidApiError(error);
    if (apiError.status >= 500) process.emitWarning(`sandbox: ${error.stack ?? error.message}`);
    return reply
      .code(apiError.status)
      .send(errorBody(apiError.code, apiError.message, newRequestId()));
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `the sandbox has no call ${request.method} ${request.url}`;
    return reply.code(404).send(errorBody('NOT_FOUND', message, newRequestId()));
  });

  const call: DefineCall = (path, fields, handle) => {
    app.post(path, async (request) => {
      const body = readBody(request);
      checkKeys(request, body);
      checkFields(body, fields);
      const origin = `${request.protocol}://${request.host}`;
      return { ...(await handle(body, origin)), request_id: newRequestId() };
    });
  };
  tokenCalls(call, aggregator);
  itemCalls(call, aggregator);
  accountCalls(call, aggregator);
  transactionCalls(call, aggregator);
  productCalls(call, aggregator);
  institutionCalls(call, aggregator);
  await linkRoutes(app, aggregator);
}

/** Validates the API keys in the body or the headers. Throws MISSING_FIELDS or INVALID_API_KEYS. */
function checkKeys(request: FastifyRequest, body: Body): void {
  const clientId = body.client_id ?? request.headers['plaid-client-id'];
  const secret = body.secret ?? request.headers['plaid-secret'];
  checkFields({ client_id: clientId, secret }, { required: ['client_id', 'secret'] });
  if (clientId !== SANDBOX_CLIENT_ID || secret !== SANDBOX_SECRET) {
    throw new PlaidApiError('INVALID_API_KEYS', 'invalid client_id or secret provided');
  }
}

function toPlaidApiError(error: FastifyError): PlaidApiError {
  if (error instanceof PlaidApiError) return error;
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new PlaidApiError('INVALID_BODY', 'body could not be parsed as JSON');
  }
  return new PlaidApiError('INTERNAL_SERVER_ERROR', 'an unexpected error occurred');
}
