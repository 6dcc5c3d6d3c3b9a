import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fieldText } from '../identity/form-text.ts';
import type { ExchangeContext } from './exchange-context.ts';
import { type DataError, sendDataError } from './exchange-errors.ts';
import type { Grant } from './grants.ts';
import { walletsOf } from './holdings.ts';

/** Returns the bearer token of a request. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

const defaultLimit = 25;
const maxLimit = 100;

/** `GET /coinbase/v2/accounts` (with a token) and `GET /coinbase/v2/exchange-rates` (without). */
export function dataCalls(app: FastifyInstance, exchange: ExchangeContext): void {
  app.get('/coinbase/v2/accounts', async (request, reply) => {
    const grant = readGrant(request, exchange);
    if (typeof grant === 'string') return sendDataError(reply, grant);
    const page = pageOf(walletsOf(grant.user, exchange.holdings.of(grant.user)), request.query);
    return page ?? sendDataError(reply, 'validation_error', 'limit must be from 1 to 100');
  });

  app.get('/coinbase/v2/exchange-rates', async (request, reply) => {
    const currency = fieldText(request.query, 'currency') || 'USD';
    if (currency !== 'USD')
      return sendDataError(reply, 'invalid_request', 'The sandbox supports only USD');
    return { data: { currency, rates: exchange.holdings.rates() } };
  });
}

function readGrant(request: FastifyRequest, exchange: ExchangeContext): Grant | DataError {
  const token = bearerOf(request);
  if (token === undefined) return 'authentication_error';
  const grant = exchange.grants.byAccessToken(token);
  if (grant?.tokens == null) return 'invalid_token';
  if (grant.revoked) return 'revoked_token';
  if (grant.tokens.accessExpiresAt <= exchange.now()) return 'expired_token';
  return grant.scopes.includes('wallet:accounts:read') ? grant : 'invalid_scope';
}

/** Returns a page of a list in the exchange's format. Null if the limit is invalid. */
function pageOf<Row extends { id: string }>(rows: readonly Row[], query: unknown) {
  const limit = Number(fieldText(query, 'limit') || defaultLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) return null;
  const startingAfter = fieldText(query, 'starting_after');
  const from = rows.findIndex(({ id }) => id === startingAfter) + 1;
  const data = rows.slice(from, from + limit);
  const nextStartingAfter = from + limit < rows.length ? (data.at(-1)?.id ?? null) : null;
  return {
    pagination: {
      ending_before: null,
      starting_after: startingAfter || null,
      previous_ending_before: null,
      next_starting_after: nextStartingAfter,
      limit,
      order: 'desc',
      previous_uri: null,
      next_uri:
        nextStartingAfter === null
          ? null
          : `/v2/accounts?limit=${limit}&starting_after=${nextStartingAfter}`,
    },
    data,
  };
}
