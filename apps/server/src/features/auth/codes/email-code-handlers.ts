import type { Handlers } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { resetPassword } from './reset-password.ts';
import { requestPasswordReset } from './start-password-reset.ts';
import { requestEmailVerification, verifyEmail } from './verify-email.ts';

type EmailCodeCalls =
  | 'POST /user/forgotpwd'
  | 'POST /user/resetpwd'
  | 'POST /user/validate_email'
  | 'POST /user/check_email_validation';

/** Handlers for password resets and email verification, which use emailed codes. */
export function emailCodeHandlers(services: Services): Handlers<EmailCodeCalls> {
  return {
    'POST /user/forgotpwd': ({ body, request }) =>
      requestPasswordReset(services, body.email, request.ip),
    'POST /user/resetpwd': ({ body }) => resetPassword(services, body),
    'POST /user/validate_email': ({ identity, request }) =>
      requestEmailVerification(services, identity, request.ip),
    'POST /user/check_email_validation': ({ identity, body }) =>
      verifyEmail(services, identity, body.code),
  };
}
