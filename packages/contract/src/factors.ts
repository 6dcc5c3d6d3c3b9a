import Type from 'typebox';
import { TokenResponse } from './auth.ts';
import { defineCalls, strict } from './call.ts';
import { PasskeyAssertion } from './passkeys.ts';
import { secondFactors, stepUpFactors } from './rules/second-factors.ts';
import { Id, Instant } from './values.ts';

/** The challenge in the problem `second_factor_required`. It is sealed, and valid for ten minutes. */
const Challenge = Type.String({ maxLength: 4000 });
/** A code of an authenticator app or a recovery code. Spaces and hyphens are ignored. */
const Code = Type.String({ maxLength: 100 });
const RecoveryCodes = Type.Array(Type.String());
/** Identifies one enrollment of an authenticator app. */
const Enrollment = Type.String({ maxLength: 100 });

/** Second factors: enrolling them, signing in with them, and step-up. */
export const factorsCalls = defineCalls({
  'POST /auth/second_factor': {
    access: 'public',
    summary: 'Completes a sign-in with a second factor; returns a token',
    body: strict({
      challenge: Challenge,
      factor: Type.Enum(secondFactors),
      /** For `totp` and `recovery_code`. */
      code: Type.Optional(Code),
      /** For `passkey`, with the options of `POST /auth/passkey/options`. */
      assertion: Type.Optional(PasskeyAssertion),
      /** If true, sign-ins on this device need no second factor for 30 days. The device is recognized by its cookie. */
      trust_device: Type.Optional(Type.Boolean()),
    }),
    problems: [
      'invalid_credentials',
      'unauthenticated',
      'wrong_code',
      'too_many_requests',
      'forbidden',
    ],
    response: TokenResponse,
  },
  'POST /auth/factor_reset': {
    access: 'public',
    summary: 'Requests the removal of lost second factors, which is possible after 72 hours',
    body: strict({ challenge: Challenge }),
    problems: ['invalid_credentials', 'unauthenticated', 'too_many_requests'],
    response: strict({ available_at: Instant }),
    status: 202,
  },
  'POST /auth/factor_reset/complete': {
    access: 'public',
    summary:
      'Removes all second factors after the 72 hours and completes the sign-in; returns a token',
    body: strict({ challenge: Challenge }),
    problems: ['invalid_credentials', 'unauthenticated', 'unprocessable', 'forbidden'],
    response: TokenResponse,
  },
  'POST /auth/factor_reset/cancel': {
    access: 'public',
    summary: 'Cancels the request with the code from one of its emails',
    body: strict({ code: Type.String({ maxLength: 500 }) }),
    problems: ['link_expired'],
    response: Type.Null(),
    status: 204,
  },
  'DELETE /user/sessions/:id/trust': {
    access: 'user',
    summary: 'Ends the trust in the device of a session',
    params: strict({ id: Id }),
    response: Type.Null(),
    status: 204,
  },
  'POST /user/step_up': {
    access: 'user',
    summary: 'Verifies a factor again in this session, which is valid for ten minutes',
    body: strict({
      factor: Type.Enum(stepUpFactors),
      /** For `totp` and `recovery_code`. */
      code: Type.Optional(Code),
      /** For `passkey`, with the options of `POST /auth/passkey/options`. */
      assertion: Type.Optional(PasskeyAssertion),
      /** For `password`, which counts only if no second factor is enrolled. */
      password: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    problems: ['step_up_required', 'wrong_password', 'wrong_code', 'too_many_requests'],
    response: Type.Null(),
    status: 204,
  },
  'GET /user/factors': {
    access: 'user',
    summary: "Lists the user's second factors",
    response: strict({
      /** The authenticator app. Null if none is enrolled. */
      totp: Type.Union([strict({ added_at: Instant }), Type.Null()]),
      /** How many recovery codes are unused. */
      recovery_codes_left: Type.Integer(),
      /** False if there are unused recovery codes, and the user has not confirmed that they saved them. */
      recovery_codes_saved: Type.Boolean(),
      /** What a step-up can ask for at the moment. Empty if only a new sign-in helps. */
      step_up_factors: Type.Array(Type.Enum(stepUpFactors)),
    }),
  },
  'POST /user/totp': {
    access: 'user',
    // The response contains the secret.
    creates: false,
    stepUp: 'recent',
    summary: 'Begins to enroll an authenticator app: returns a new secret, not yet in use',
    problems: ['conflict'],
    response: strict({
      /** Base32 (RFC 4648), without padding. */
      secret: Type.String(),
      /** The same secret for a QR code: `otpauth://totp/…`. */
      uri: Type.String(),
      /** Changes whenever the enrollment begins again, which invalidates the earlier secret. */
      enrollment: Enrollment,
    }),
    status: 201,
  },
  'POST /user/totp/confirm': {
    access: 'user',
    stepUp: 'recent',
    summary: 'Enrolls the authenticator app with a code that it shows',
    body: strict({
      code: Code,
      /** With this, a code for a secret that is no longer valid gets 409 instead of `wrong_code`. */
      enrollment: Type.Optional(Enrollment),
    }),
    problems: ['wrong_code', 'conflict', 'too_many_requests'],
    response: strict({
      /** Shown once. Empty if the user already has recovery codes. */
      recovery_codes: RecoveryCodes,
    }),
  },
  'DELETE /user/totp': {
    access: 'user',
    stepUp: 'recent',
    summary: 'Removes the authenticator app',
    problems: ['not_found'],
    response: Type.Null(),
    status: 204,
  },
  'POST /user/recovery_codes': {
    access: 'user',
    // The response contains the codes.
    creates: false,
    stepUp: 'recent',
    summary: 'Replaces all recovery codes with ten new ones, which are returned once',
    problems: ['unprocessable'],
    response: strict({ recovery_codes: RecoveryCodes }),
    status: 201,
  },
  'POST /user/recovery_codes/saved': {
    access: 'user',
    summary: 'Confirms that the user has saved their recovery codes',
    response: Type.Null(),
    status: 204,
  },
});
