import { formatMessage } from '@cairn/contract/text/copy';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { changePassword } from './change-password.ts';
import { profileCopy } from './profile.copy.ts';
import { requestEmailChange } from './request-email-change.ts';

/** Handlers for changing the password and the email address. */
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
    'POST /user/email': async ({ identity, body, request, once }) => {
      const { email } = body;
      await once((database) =>
        requestEmailChange({ ...services, database }, identity, { email, ip: request.ip }),
      );
      return { message: formatMessage(profileCopy.emailChangeSent, { email: email.trim() }) };
    },
  };
}
