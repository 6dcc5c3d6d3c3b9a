/**
 * The aggregator's errors as ours. Source: Plaid API 2020-09-14, `PlaidError`. Matched on codes,
 * never on message text. The SDK's own error objects carry the secret and the request in clear, so
 * they end here: a fault keeps the code and the request id and nothing else.
 */

/** What a failed call to the aggregator means for us. */
export type PlaidFaultKind =
  | 'login_required'
  | 'revoked'
  | 'removed'
  | 'no_accounts'
  | 'mutation'
  | 'not_ready'
  | 'stale_cursor'
  | 'rate_limited'
  | 'unavailable'
  | 'link_expired'
  | 'misconfigured'
  | 'unexpected';

/** A failed call to the aggregator. Its message is for operators, not for users. */
export class PlaidFault extends Error {
  readonly kind: PlaidFaultKind;
  readonly code: string;
  readonly retryAfter: number | undefined;

  constructor(kind: PlaidFaultKind, code: string, requestId?: string, retryAfter?: number) {
    super(`${code}${requestId ? ` (request ${requestId})` : ''}`);
    this.name = 'PlaidFault';
    this.kind = kind;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const kinds: Record<string, PlaidFaultKind> = {
  ITEM_LOGIN_REQUIRED: 'login_required',
  INVALID_CREDENTIALS: 'login_required',
  ITEM_LOCKED: 'login_required',
  // The person left something out at the bank: the same flow asks for it.
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

/** The parts of the SDK's (axios) errors that are safe to look at. */
interface SdkError {
  code?: string;
  response?: {
    status?: number;
    headers?: Record<string, unknown>;
    data?: unknown;
  };
}

/** Reads a `PlaidFault` from whatever the SDK threw. */
export function faultFrom(error: unknown): PlaidFault {
  if (error instanceof PlaidFault) return error;
  const { response, code: systemCode } = error as SdkError; // Every field is optional.
  if (response === undefined) return new PlaidFault('unavailable', systemCode ?? 'NO_ANSWER');
  // It succeeded there and broke on its way.
  if ((response.status ?? 0) < 400)
    return new PlaidFault('unavailable', systemCode ?? 'BROKEN_ANSWER');
  const body = (
    typeof response.data === 'object' && response.data !== null ? response.data : {}
  ) as {
    error_code?: unknown;
    error_type?: unknown;
    request_id?: unknown;
  }; // An error body, or something unreadable with none of these.
  const code =
    typeof body.error_code === 'string' ? body.error_code : `HTTP_${response.status ?? 0}`;
  const requestId = typeof body.request_id === 'string' ? body.request_id : undefined;
  const retryAfter = Number(response.headers?.['retry-after']);
  return new PlaidFault(
    kindOf(code, body.error_type, response.status ?? 0),
    code,
    requestId,
    Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : undefined,
  );
}

/** What an error code of the aggregator's means, with its type and the status of the answer that had it. */
export function kindOf(code: string, type: unknown, status: number): PlaidFaultKind {
  const known = kinds[code];
  if (known !== undefined) return known;
  if (type === 'RATE_LIMIT_EXCEEDED' || status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  // A cursor that the aggregator no longer takes comes as INVALID_FIELD on that field.
  if (code === 'INVALID_FIELD' || code === 'INVALID_CURSOR') return 'stale_cursor';
  return 'unexpected';
}

/** Faults that may be gone a moment later. */
export const isPassing = ({ kind }: PlaidFault): boolean =>
  kind === 'unavailable' || kind === 'rate_limited';

/** What kept a sync from succeeding, said of one that is past: what helps by now is another matter. */
export function pastSentenceFor(kind: PlaidFaultKind, institution: string): string {
  switch (kind) {
    case 'login_required':
      return `${institution} wanted a new sign-in.`;
    case 'revoked':
      return `Cairn's access was withdrawn at ${institution}.`;
    case 'removed':
      return `The connection to ${institution} was gone.`;
    case 'no_accounts':
      return `${institution} showed Cairn no account.`;
    case 'rate_limited':
    case 'unavailable':
      return `${institution} did not answer.`;
    case 'not_ready':
      return `${institution} was still preparing your transactions.`;
    case 'mutation':
    case 'stale_cursor':
    case 'link_expired':
    case 'misconfigured':
    case 'unexpected':
      return 'It did not succeed. Nothing was lost.';
    default:
      return kind satisfies never;
  }
}
/** Codes that say that there is nothing to be had, not that something went wrong. */
const absences: ReadonlySet<string> = new Set([
  'PRODUCTS_NOT_SUPPORTED',
  'NO_LIABILITY_ACCOUNTS',
  'NO_INVESTMENT_ACCOUNTS',
  'ADDITIONAL_CONSENT_REQUIRED',
]);

/** Whether a bank does not have what it was asked for, or its customer has not agreed to it. */
export const isAbsent = (fault: unknown): boolean =>
  fault instanceof PlaidFault && absences.has(fault.code);

/** Whether it is only that its customer has not agreed to it. */
export const lacksConsent = (fault: unknown): boolean =>
  fault instanceof PlaidFault && fault.code === 'ADDITIONAL_CONSENT_REQUIRED';

/** What a fault of a connection means to the person whose bank it is, and what helps. */
export function sentenceFor(kind: PlaidFaultKind, institution: string): string {
  switch (kind) {
    case 'login_required':
      return `${institution} asks you to sign in again. Reconnect it to keep it up to date.`;
    case 'revoked':
      return `You have withdrawn Cairn's access at ${institution}. Link it again to see new transactions.`;
    case 'removed':
      return `The connection to ${institution} no longer exists. Link it again to see new transactions.`;
    case 'no_accounts':
      return `${institution} shows Cairn none of your accounts any more. Choose the accounts again.`;
    case 'rate_limited':
    case 'unavailable':
      return `${institution} is not answering right now. We keep trying.`;
    case 'not_ready':
      return `${institution} is still preparing your transactions. They will appear here by themselves.`;
    case 'mutation':
    case 'stale_cursor':
    case 'link_expired':
    case 'misconfigured':
    case 'unexpected':
      return `The last sync with ${institution} did not succeed. Nothing was lost; we will try again.`;
    default:
      return kind satisfies never;
  }
}
