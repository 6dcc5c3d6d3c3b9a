import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { checkAddress, openAccount } from './open-account.ts';

/** Opening an account with an address and a password. */
export function signupHandlers(
  services: Services,
): Handlers<'POST /signup/emailcheck' | 'POST /signup'> {
  return {
    'POST /signup/emailcheck': async ({ body, request }) => {
      // It tells who has an account, so nobody asks it of a whole list.
      await services.limits.take('email_check_ip', request.ip);
      await checkAddress(services, body.email);
      return { available: true };
    },
    'POST /signup': ({ body, request }) => openAccount(services, { ...body, ip: request.ip }),
  };
}
