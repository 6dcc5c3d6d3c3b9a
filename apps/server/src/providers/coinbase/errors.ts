import {
  ExchangeError,
  type ExchangeErrorKind,
} from '../../platform/providers/exchange-provider.ts';

/**
 * Maps Coinbase's errors by code. The token endpoint follows RFC 6749, 5.2: `{"error": "invalid_grant"}`.
 * The data endpoints respond with `{"errors": [{"id": "expired_token"}]}`.
 * https://docs.cdp.coinbase.com/coinbase-app/api-architecture/error-messages
 */

const tokenErrorKinds: Record<string, ExchangeErrorKind> = {
  invalid_grant: 'grant_invalid',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_scope: 'misconfigured',
};

const dataErrorKinds: Record<string, ExchangeErrorKind> = {
  expired_token: 'access_expired',
  invalid_token: 'access_expired',
  revoked_token: 'access_expired',
  authentication_error: 'access_expired',
  unauthorized: 'access_expired',
  invalid_scope: 'not_allowed',
  two_factor_required: 'not_allowed',
};

/** Parses a response with status 4xx. */
export function parseCoinbaseError(status: number, body: unknown): ExchangeError {
  const { error, errors } = Object(body) as { error?: unknown; errors?: unknown }; // Any field may be missing.
  if (typeof error === 'string')
    return Object.hasOwn(tokenErrorKinds, error)
      ? new ExchangeError(tokenErrorKinds[error] ?? 'unexpected', error)
      : new ExchangeError('unexpected', `HTTP_${status}`);
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const { id } = Object(first) as { id?: unknown }; // May be missing.
  if (typeof id === 'string' && Object.hasOwn(dataErrorKinds, id))
    return new ExchangeError(dataErrorKinds[id] ?? 'unexpected', id);
  // A 401 with an unknown code also means that the access token is invalid.
  return new ExchangeError(status === 401 ? 'access_expired' : 'unexpected', `HTTP_${status}`);
}
