import { ExchangeFault, type ExchangeFaultKind } from '../../platform/exchange-provider.ts';

/**
 * Maps Coinbase's errors by code. The token endpoint follows RFC 6749, 5.2: `{"error": "invalid_grant"}`.
 * The data endpoints respond with `{"errors": [{"id": "expired_token"}]}`.
 * https://docs.cdp.coinbase.com/coinbase-app/api-architecture/error-messages
 */

const tokenErrorKinds: Record<string, ExchangeFaultKind> = {
  invalid_grant: 'grant_over',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_scope: 'misconfigured',
};

const dataErrorKinds: Record<string, ExchangeFaultKind> = {
  expired_token: 'access_over',
  invalid_token: 'access_over',
  revoked_token: 'access_over',
  authentication_error: 'access_over',
  unauthorized: 'access_over',
  invalid_scope: 'not_allowed',
  two_factor_required: 'not_allowed',
};

/** Parses a response with status 4xx. */
export function faultIn(status: number, body: unknown): ExchangeFault {
  const { error, errors } = Object(body) as { error?: unknown; errors?: unknown }; // Any field may be missing.
  if (typeof error === 'string')
    return Object.hasOwn(tokenErrorKinds, error)
      ? new ExchangeFault(tokenErrorKinds[error] ?? 'unexpected', error)
      : new ExchangeFault('unexpected', `HTTP_${status}`);
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const { id } = Object(first) as { id?: unknown }; // May be missing.
  if (typeof id === 'string' && Object.hasOwn(dataErrorKinds, id))
    return new ExchangeFault(dataErrorKinds[id] ?? 'unexpected', id);
  // A 401 with an unknown code also means that the access token is invalid.
  return new ExchangeFault(status === 401 ? 'access_over' : 'unexpected', `HTTP_${status}`);
}
