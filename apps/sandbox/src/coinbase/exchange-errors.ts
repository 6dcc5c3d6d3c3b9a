import type { FastifyReply } from 'fastify';

/** Error codes of the token endpoint (RFC 6749, 5.2). */
const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
] as const;

export type OAuthError = (typeof OAUTH_ERRORS)[number];

export const oauthErrorStatus = (code: OAuthError): number =>
  code === 'invalid_client' ? 401 : 400;

/** Error IDs of data calls and their HTTP status. */
const DATA_ERRORS = {
  param_required: 400,
  validation_error: 400,
  invalid_request: 400,
  authentication_error: 401,
  unauthorized: 401,
  invalid_token: 401,
  revoked_token: 401,
  expired_token: 401,
  two_factor_required: 402,
  invalid_scope: 403,
  not_found: 404,
  rate_limit_exceeded: 429,
  resource_exhausted: 429,
  internal_server_error: 500,
} as const;

export type DataError = keyof typeof DATA_ERRORS;

const messages: Partial<Record<DataError, string>> = {
  expired_token: 'The access token expired',
  revoked_token: 'The access token was revoked',
  invalid_token: 'The access token is invalid',
  invalid_scope: "You don't have permission to access this: wallet:accounts:read is missing",
};

const errorsBody = (id: string, message?: string) => ({
  // The cast is safe: an unknown ID finds no message.
  errors: [{ id, message: message ?? messages[id as DataError] ?? id.replaceAll('_', ' ') }],
});

export const sendDataError = (reply: FastifyReply, id: DataError, message?: string): FastifyReply =>
  reply.code(DATA_ERRORS[id]).send(errorsBody(id, message));

/** True for an error code of either endpoint. */
export const isExchangeError = (code: string): boolean =>
  OAUTH_ERRORS.some((known) => known === code) || Object.hasOwn(DATA_ERRORS, code);

/** Sends the error of a `refuse` fault. `invalid_request` and `invalid_scope` exist at both endpoints and are sent as data errors. */
export function sendExchangeError(reply: FastifyReply, code: string): FastifyReply {
  if (Object.hasOwn(DATA_ERRORS, code)) return sendDataError(reply, code as DataError); // Checked above.
  return reply.code(oauthErrorStatus(code as OAuthError)).send({ error: code }); // Faults have only known codes.
}

/** Returns the body of a server error or a rate limit error. */
export const exchangeErrorBody = (status: number, message: string): object =>
  errorsBody(status === 429 ? 'rate_limit_exceeded' : 'internal_server_error', message);
