/**
 * The payment provider's errors as ours. Source: Stripe API, 'Errors'. The SDK's own error objects
 * carry headers and bodies, so they end here: a fault keeps the code and the request id and nothing else.
 */

/** What a failed call to the payment provider means for us. */
export type StripeFaultKind = 'gone' | 'failed';

/** A failed call to the payment provider. Its message is for operators, not for users. */
export class StripeFault extends Error {
  readonly kind: StripeFaultKind;

  constructor(kind: StripeFaultKind, code: string, requestId?: string) {
    super(`${code}${requestId ? ` (request ${requestId})` : ''}`);
    this.name = 'StripeFault';
    this.kind = kind;
  }
}

/** The parts of the SDK's errors that are safe to look at. */
interface SdkError {
  type?: string;
  code?: string;
  statusCode?: number;
  requestId?: string;
}

/** Reads a `StripeFault` from whatever the SDK threw. */
export function stripeFaultFrom(error: unknown): StripeFault {
  const { type, code, statusCode, requestId } = error as SdkError; // Every field is optional.
  const kind = statusCode === 404 && code === 'resource_missing' ? 'gone' : 'failed';
  return new StripeFault(kind, code ?? type ?? `HTTP_${statusCode ?? 0}`, requestId);
}
