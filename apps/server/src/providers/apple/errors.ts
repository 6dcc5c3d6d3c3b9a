/**
 * Maps Apple's errors by code. Source: Sign in with Apple REST API, 'ErrorResponse'.
 */

/** What an error of Apple means for us. */
export type AppleFaultKind =
  /** The code has expired, was already used, or belongs to another client. */
  | 'expired'
  /** Our client credentials or URLs are wrong. */
  | 'misconfigured'
  | 'unexpected';

/** Apple rejected a call. The message is for operators. */
export class AppleFault extends Error {
  readonly kind: AppleFaultKind;

  constructor(kind: AppleFaultKind, code: string) {
    super(code);
    this.name = 'AppleError';
    this.kind = kind;
  }
}

const kindByCode: Record<string, AppleFaultKind> = {
  invalid_grant: 'expired',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_request: 'unexpected',
  unsupported_grant_type: 'unexpected',
  invalid_scope: 'unexpected',
};

/** Parses a response with status 4xx. */
export function faultIn(status: number, body: unknown): AppleFault {
  const code =
    typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof code !== 'string' || !Object.hasOwn(kindByCode, code))
    return new AppleFault('unexpected', `HTTP_${status}`);
  return new AppleFault(kindByCode[code] ?? 'unexpected', code);
}
