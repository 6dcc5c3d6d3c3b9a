/**
 * Maps the aggregator's errors by code. Source: Plaid API 2020-09-14, `PlaidError`. The SDK's error
 * objects contain the secret and the request in plain text, so only the code and request ID are kept.
 */

import type { BrokenHealth } from '../../domain/items/item-state.ts';

/** What an error of the aggregator means for us. An error that breaks an item becomes the item's health. */
export type PlaidErrorKind =
  | BrokenHealth
  | 'no_accounts'
  | 'mutation'
  | 'not_ready'
  | 'stale_cursor'
  | 'rate_limited'
  | 'unavailable'
  | 'link_expired'
  /** The public token is refused, but an attempt whose response was lost may have exchanged it. */
  | 'link_outcome_unknown'
  | 'misconfigured'
  | 'unexpected';

/** A call to the aggregator failed. The message is for operators. */
export class PlaidError extends Error {
  readonly kind: PlaidErrorKind;
  readonly code: string;
  readonly retryAfter: number | undefined;

  constructor(kind: PlaidErrorKind, code: string, requestId?: string, retryAfter?: number) {
    super(`${code}${requestId ? ` (request ${requestId})` : ''}`);
    this.name = 'PlaidError';
    this.kind = kind;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Creates the error for a webhook that the aggregator did not sign. */
export const invalidWebhook = (reason: string): PlaidError =>
  new PlaidError('unexpected', `WEBHOOK_${reason}`);

const kindByCode: Record<string, PlaidErrorKind> = {
  ITEM_LOGIN_REQUIRED: 'login_required',
  INVALID_CREDENTIALS: 'login_required',
  ITEM_LOCKED: 'login_required',
  // The user did not share everything at the bank. Update mode requests it again.
  ACCESS_NOT_GRANTED: 'login_required',
  USER_PERMISSION_REVOKED: 'revoked',
  NO_ACCOUNTS: 'no_accounts',
  ITEM_NOT_FOUND: 'removed',
  INVALID_ACCESS_TOKEN: 'removed',
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: 'mutation',
  PRODUCT_NOT_READY: 'not_ready',
  INVALID_PUBLIC_TOKEN: 'link_expired',
  INVALID_LINK_TOKEN: 'link_expired',
  INVALID_API_KEYS: 'misconfigured',
  MISSING_FIELDS: 'misconfigured',
  UNKNOWN_FIELDS: 'misconfigured',
  INSTITUTION_DOWN: 'unavailable',
  INSTITUTION_NOT_RESPONDING: 'unavailable',
  INTERNAL_SERVER_ERROR: 'unavailable',
  PLANNED_MAINTENANCE: 'unavailable',
};

/** The parts of the SDK's (axios) errors that are safe to read. */
interface SdkError {
  code?: string;
  response?: {
    status?: number;
    headers?: Record<string, unknown>;
    data?: unknown;
  };
}

/** Converts an error of the SDK. */
export function toPlaidError(error: unknown): PlaidError {
  if (error instanceof PlaidError) return error;
  const { response, code: systemCode } = error as SdkError; // Any field may be missing.
  if (response === undefined) return new PlaidError('unavailable', systemCode ?? 'NO_RESPONSE');
  // The call succeeded, but the response was interrupted.
  if ((response.status ?? 0) < 400)
    return new PlaidError('unavailable', systemCode ?? 'INCOMPLETE_RESPONSE');
  const body = (
    typeof response.data === 'object' && response.data !== null ? response.data : {}
  ) as {
    error_code?: unknown;
    error_type?: unknown;
    request_id?: unknown;
  }; // Any field may be missing.
  const code =
    typeof body.error_code === 'string' ? body.error_code : `HTTP_${response.status ?? 0}`;
  const requestId = typeof body.request_id === 'string' ? body.request_id : undefined;
  const retryAfter = Number(response.headers?.['retry-after']);
  return new PlaidError(
    plaidErrorKind(code, body.error_type, response.status ?? 0),
    code,
    requestId,
    Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : undefined,
  );
}

/** Returns the kind of an error by its code, its type, and the response's status. */
export function plaidErrorKind(code: string, type: unknown, status: number): PlaidErrorKind {
  const kind = kindByCode[code];
  if (kind !== undefined) return kind;
  if (type === 'RATE_LIMIT_EXCEEDED' || status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  // The aggregator reports an outdated cursor as INVALID_FIELD.
  if (code === 'INVALID_FIELD' || code === 'INVALID_CURSOR') return 'stale_cursor';
  return 'unexpected';
}

/** The code of a call that was not sent, because its circuit breaker was open. */
export const circuitOpenCode = 'CIRCUIT_OPEN';

/** Errors of the aggregator itself. Any other error may be caused by the institution that a call is about. */
const aggregatorCodes: ReadonlySet<string> = new Set([
  'PLANNED_MAINTENANCE',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** True if the aggregator itself is unavailable. */
export const isAggregatorDown = (error: unknown): boolean =>
  error instanceof PlaidError && aggregatorCodes.has(error.code);

/** True if an institution is unavailable, or the aggregator fails because of it. */
export const isInstitutionDown = (error: unknown): boolean =>
  error instanceof PlaidError &&
  error.kind === 'unavailable' &&
  error.code !== circuitOpenCode &&
  !aggregatorCodes.has(error.code);

/** True if a retry may succeed. */
export const isTransient = ({ kind }: PlaidError): boolean =>
  kind === 'unavailable' || kind === 'rate_limited';

/** Codes of products that the item does not have. They are not failures. */
const unavailableProductCodes: ReadonlySet<string> = new Set([
  'PRODUCTS_NOT_SUPPORTED',
  'NO_LIABILITY_ACCOUNTS',
  'NO_INVESTMENT_ACCOUNTS',
  'ADDITIONAL_CONSENT_REQUIRED',
]);

/** True if the bank does not offer the product, or the user has not consented to it. */
export const isProductUnavailable = (error: unknown): boolean =>
  error instanceof PlaidError && unavailableProductCodes.has(error.code);

/** True if only the user's consent is missing. */
export const lacksConsent = (error: unknown): boolean =>
  error instanceof PlaidError && error.code === 'ADDITIONAL_CONSENT_REQUIRED';
