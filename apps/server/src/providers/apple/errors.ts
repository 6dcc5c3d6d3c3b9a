/**
 * Maps Apple's errors by code. Source: Sign in with Apple REST API, 'ErrorResponse'.
 */

/** What an error of Apple means for us. */
export type AppleErrorKind =
  /** The code has expired, was already used, or belongs to another client. */
  | 'expired'
  /** Our client credentials or URLs are wrong. */
  | 'misconfigured'
  | 'unexpected';

/** Apple rejected a call. The message is for operators. */
export class AppleError extends Error {
  readonly kind: AppleErrorKind;

  constructor(kind: AppleErrorKind, code: string) {
    super(code);
    this.name = 'AppleError';
    this.kind = kind;
  }
}

const kindByCode: Record<string, AppleErrorKind> = {
  invalid_grant: 'expired',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_request: 'unexpected',
  unsupported_grant_type: 'unexpected',
  invalid_scope: 'unexpected',
};

/** Parses a response with status 4xx. */
export function parseAppleError(status: number, body: unknown): AppleError {
  const code =
    typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof code !== 'string' || !Object.hasOwn(kindByCode, code))
    return new AppleError('unexpected', `HTTP_${status}`);
  return new AppleError(kindByCode[code] ?? 'unexpected', code);
}
