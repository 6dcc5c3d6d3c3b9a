import { ApiError, NetworkError } from '../../../platform/api/api-error.ts';
import { passkeysCopy } from './passkeys.copy.ts';

const copy = passkeysCopy.errors;

/**
 * The messages by the name of the exception, which is the browser's (WebAuthn Level 3, 5.1.3 and 5.1.4) or ours. Null
 * if there is nothing to report.
 */
const messages: ReadonlyMap<string, string | null> = new Map([
  // The app itself canceled the request, or the user canceled the step-up before there was one.
  ['AbortError', null],
  ['StepUpCanceled', null],
  // Browsers don't say whether the user canceled or the time ran out.
  ['NotAllowedError', copy.canceled],
  ['InvalidStateError', copy.alreadyAdded],
  ['ConstraintError', copy.noVerification],
  ['NotSupportedError', copy.noVerification],
  ['SecurityError', copy.wrongAddress],
]);

/** The message for a failure to add a passkey or to sign in with one; null if there is nothing to report. */
export function passkeyMessage(error: unknown): string | null {
  if (error instanceof ApiError || error instanceof NetworkError) return error.message;
  const message = error instanceof Error ? messages.get(error.name) : undefined;
  return message === undefined ? copy.failed : message;
}
