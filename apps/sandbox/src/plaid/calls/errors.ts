import type { PlaidError } from 'plaid';
import type { Wire } from './wire.ts';

/**
 * The errors that the sandbox returns, each with the aggregator's type and status
 * (https://plaid.com/docs/errors/). `display` is the user-facing message, if there is one.
 */
const ERRORS = {
  INVALID_API_KEYS: { type: 'INVALID_INPUT', status: 400, display: null },
  MISSING_FIELDS: { type: 'INVALID_REQUEST', status: 400, display: null },
  UNKNOWN_FIELDS: { type: 'INVALID_REQUEST', status: 400, display: null },
  INVALID_FIELD: { type: 'INVALID_REQUEST', status: 400, display: null },
  INVALID_BODY: { type: 'INVALID_REQUEST', status: 400, display: null },
  NOT_FOUND: { type: 'INVALID_REQUEST', status: 404, display: null },
  INVALID_PUBLIC_TOKEN: { type: 'INVALID_INPUT', status: 400, display: null },
  INVALID_ACCESS_TOKEN: { type: 'INVALID_INPUT', status: 400, display: null },
  INVALID_LINK_TOKEN: { type: 'INVALID_INPUT', status: 400, display: null },
  INVALID_INSTITUTION: { type: 'INVALID_INPUT', status: 400, display: null },
  INVALID_ACCOUNT_ID: { type: 'INVALID_INPUT', status: 400, display: null },
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: { type: 'INVALID_INPUT', status: 400, display: null },
  ITEM_NOT_FOUND: { type: 'ITEM_ERROR', status: 400, display: null },
  INVALID_CREDENTIALS: {
    type: 'ITEM_ERROR',
    status: 400,
    display: 'The provided credentials were not correct. Please try again.',
  },
  ITEM_LOGIN_REQUIRED: {
    type: 'ITEM_ERROR',
    status: 400,
    display: 'Please sign in to your bank again to keep this connection up to date.',
  },
  USER_PERMISSION_REVOKED: { type: 'ITEM_ERROR', status: 400, display: null },
  NO_ACCOUNTS: { type: 'ITEM_ERROR', status: 400, display: 'No accounts were shared.' },
  PRODUCT_NOT_READY: { type: 'ITEM_ERROR', status: 400, display: null },
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: {
    type: 'TRANSACTIONS_ERROR',
    status: 400,
    display: null,
  },
  PRODUCTS_NOT_SUPPORTED: { type: 'ITEM_ERROR', status: 400, display: null },
  NO_LIABILITY_ACCOUNTS: { type: 'ITEM_ERROR', status: 400, display: null },
  NO_INVESTMENT_ACCOUNTS: { type: 'ITEM_ERROR', status: 400, display: null },
  ADDITIONAL_CONSENT_REQUIRED: { type: 'INVALID_INPUT', status: 400, display: null },
  INSTITUTION_DOWN: {
    type: 'INSTITUTION_ERROR',
    status: 400,
    display: 'This bank is currently unavailable. Please try again later.',
  },
  INSTITUTION_NOT_RESPONDING: {
    type: 'INSTITUTION_ERROR',
    status: 400,
    display: 'This bank isn’t responding. Please try again later.',
  },
  PLANNED_MAINTENANCE: { type: 'API_ERROR', status: 503, display: null },
  SANDBOX_PRODUCT_NOT_ENABLED: { type: 'SANDBOX_ERROR', status: 400, display: null },
  SANDBOX_WEBHOOK_INVALID: { type: 'SANDBOX_ERROR', status: 400, display: null },
  RATE_LIMIT: { type: 'RATE_LIMIT_EXCEEDED', status: 429, display: null },
  TRANSACTIONS_SYNC_LIMIT: { type: 'RATE_LIMIT_EXCEEDED', status: 429, display: null },
  INTERNAL_SERVER_ERROR: { type: 'API_ERROR', status: 500, display: null },
} as const satisfies Record<
  string,
  { type: Wire<PlaidError['error_type']>; status: number; display: string | null }
>;

/** The error codes that the sandbox can return. */
export type PlaidErrorCode = keyof typeof ERRORS;

/** True for an error code that the sandbox can return. */
export function isPlaidErrorCode(code: string): code is PlaidErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** An error of the aggregator. The error handler turns it into the error body. */
export class PlaidApiError extends Error {
  readonly code: PlaidErrorCode;

  /** `message` becomes `error_message`, which is for developers. */
  constructor(code: PlaidErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Returns the error object of an item or a webhook, which has no request ID. */
export function errorObject(code: PlaidErrorCode, message: string): Wire<PlaidError> {
  const { type, display } = ERRORS[code];
  return {
    error_type: type,
    error_code: code,
    error_code_reason: null,
    error_message: message,
    display_message: display,
    documentation_url: `https://plaid.com/docs/?ref=error#${type.toLowerCase().replaceAll('_', '-')}-errors`,
    suggested_action: null,
  };
}

/** Returns the body of an error response. */
export function errorBody(
  code: PlaidErrorCode,
  message: string,
  requestId: string,
): Wire<PlaidError> {
  return { ...errorObject(code, message), request_id: requestId };
}
