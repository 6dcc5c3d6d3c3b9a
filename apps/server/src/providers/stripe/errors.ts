/**
 * Maps the payment provider's errors by code. Source: Stripe API, 'Errors'. The SDK's error objects
 * contain headers and bodies, so only the code and request ID are kept.
 */

/** What an error of the payment provider means for us. `not_found`: the object does not exist. */
export type StripeErrorKind = 'not_found' | 'failed';

/** A call to the payment provider failed. The message is for operators. */
export class StripeError extends Error {
  readonly kind: StripeErrorKind;

  constructor(kind: StripeErrorKind, code: string, requestId?: string) {
    super(`${code}${requestId ? ` (request ${requestId})` : ''}`);
    this.name = 'StripeError';
    this.kind = kind;
  }
}

/** The parts of the SDK's errors that are safe to read. */
interface SdkError {
  type?: string;
  code?: string;
  statusCode?: number;
  requestId?: string;
}

/** True if the provider rejected the request itself, so that a retry would be rejected too. */
export function isRejection(error: unknown): boolean {
  const { statusCode = 0 } = error as SdkError; // Any field may be missing.
  return statusCode >= 400 && statusCode < 500 && statusCode !== 429;
}

/** Converts an error of the SDK. */
export function toStripeError(error: unknown): StripeError {
  const { type, code, statusCode, requestId } = error as SdkError; // Any field may be missing.
  const kind = statusCode === 404 && code === 'resource_missing' ? 'not_found' : 'failed';
  return new StripeError(kind, code ?? type ?? `HTTP_${statusCode ?? 0}`, requestId);
}
