import { ExchangeFault, type ExchangeFaultKind } from '../../platform/exchange-provider.ts';

/**
 * Coinbase's refusals as ours, matched on codes. The token endpoint speaks as RFC 6749, 5.2, has it:
 * `{"error": "invalid_grant"}`; the data calls `{"errors": [{"id": "expired_token"}]}`.
 * https://docs.cdp.coinbase.com/coinbase-app/api-architecture/error-messages
 */

const ofTokens: Record<string, ExchangeFaultKind> = {
  invalid_grant: 'grant_over',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_scope: 'misconfigured',
};

const ofData: Record<string, ExchangeFaultKind> = {
  expired_token: 'access_over',
  invalid_token: 'access_over',
  revoked_token: 'access_over',
  authentication_error: 'access_over',
  unauthorized: 'access_over',
  invalid_scope: 'not_allowed',
  two_factor_required: 'not_allowed',
};

/** Reads the refusal in an answer of status 4xx. */
export function faultIn(status: number, body: unknown): ExchangeFault {
  const { error, errors } = Object(body) as { error?: unknown; errors?: unknown }; // Any of it may be missing.
  if (typeof error === 'string')
    return Object.hasOwn(ofTokens, error)
      ? new ExchangeFault(ofTokens[error] ?? 'unexpected', error)
      : new ExchangeFault('unexpected', `HTTP_${status}`);
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const { id } = Object(first) as { id?: unknown }; // Likewise.
  if (typeof id === 'string' && Object.hasOwn(ofData, id))
    return new ExchangeFault(ofData[id] ?? 'unexpected', id);
  // A token that it does not take, in words that we do not know.
  return new ExchangeFault(status === 401 ? 'access_over' : 'unexpected', `HTTP_${status}`);
}
