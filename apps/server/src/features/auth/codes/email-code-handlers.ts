import { formatMessage } from '@cairn/contract/text/copy';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { createTokenDelivery } from '../sessions/deliver-token.ts';
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
  const delivery = createTokenDelivery(services);
  return {
    'POST /user/forgotpwd': ({ body, request }) =>
      requestPasswordReset(services, body.email, request.ip),
    'POST /user/resetpwd': ({ body }) => resetPassword(services, body),
    'POST /user/validate_email': async ({ identity, request, once }) => {
      const email = identity.username;
      if (identity.emailVerified)
        return { message: formatMessage(authCopy.emailAlreadyVerified, { email }) };
      await once((database) =>
        requestEmailVerification({ ...services, database }, identity, request.ip),
      );
      return { message: formatMessage(authCopy.verificationSent, { email }) };
    },
    'POST /user/check_email_validation': async ({ identity, body, request, reply }) =>
      delivery.deliver({ request, reply }, await verifyEmail(services, identity, body.code)),
  };
}
