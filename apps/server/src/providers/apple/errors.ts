/**
 * Apple's refusals as ours. Source: Sign in with Apple REST API, 'ErrorResponse'. Matched on codes.
 */

/** What a refusal of Apple's means for us. */
export type AppleFaultKind =
  /** The code has run out, was used before, or is another's. */
  | 'expired'
  /** Our keys or addresses there are not right. */
  | 'misconfigured'
  | 'unexpected';

/** A call that Apple answered and refused. Its message is for operators. */
export class AppleFault extends Error {
  readonly kind: AppleFaultKind;

  constructor(kind: AppleFaultKind, code: string) {
    super(code);
    this.name = 'AppleFault';
    this.kind = kind;
  }
}

const kinds: Record<string, AppleFaultKind> = {
  invalid_grant: 'expired',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_request: 'unexpected',
  unsupported_grant_type: 'unexpected',
  invalid_scope: 'unexpected',
};

/** Reads the refusal in an answer of status 4xx. */
export function faultIn(status: number, body: unknown): AppleFault {
  const code =
    typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof code !== 'string' || !Object.hasOwn(kinds, code))
    return new AppleFault('unexpected', `HTTP_${status}`);
  return new AppleFault(kinds[code] ?? 'unexpected', code);
}
