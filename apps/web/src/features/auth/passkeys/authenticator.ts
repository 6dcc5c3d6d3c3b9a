import type { CallBody, CallResponse } from '@cairn/contract/calls';
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** A passkey's signature. */
export type Assertion = CallBody<'POST /auth/passkey'>['assertion'];

/** A new passkey. */
export type Attestation = CallBody<'POST /user/passkeys'>['attestation'];

/**
 * Asks the user to create a passkey. Throws the browser's DOMException, or an error of the same name:
 * `passkeyMessage` has a message for each.
 */
export const createPasskey = (
  options: CallResponse<'POST /user/passkeys/options'>,
): Promise<Attestation> => startRegistration({ optionsJSON: options });

/**
 * Asks the user to choose a passkey and to confirm with it. With `suggest`, passkeys are suggested in the username field,
 * and the promise is pending until the user chooses one. A new request cancels the pending one. Throws like
 * `createPasskey`.
 */
export const requestAssertion = (
  options: CallResponse<'POST /auth/passkey/options'>,
  { suggest }: { suggest: boolean },
): Promise<Assertion> => startAuthentication({ optionsJSON: options, useBrowserAutofill: suggest });

/** Cancels the pending request, which then throws an AbortError. */
export const cancelPasskeyRequest = (): void => WebAuthnAbortService.cancelCeremony();
