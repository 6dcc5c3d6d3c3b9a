import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { changePassword } from './change-password.ts';
import { requestEmailChange } from './request-email-change.ts';

/** Changing the password and the email address. */
export function credentialHandlers(
  services: Services,
): Handlers<'POST /user/password' | 'POST /user/email'> {
  return {
    'POST /user/password': async ({ identity, body }) => {
      await changePassword(services, identity, {
        current: body.current_password,
        password: body.password,
      });
      return null;
    },
    'POST /user/email': ({ identity, body, request }) =>
      requestEmailChange(services, identity, { email: body.email, ip: request.ip }),
  };
}
