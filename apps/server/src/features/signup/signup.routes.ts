import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { requireAvailableAddress, requirePasswordSignUp, signUp } from './sign-up.ts';

/** Handlers for signing up with an address and a password. */
export function signupHandlers(
  services: Services,
): Handlers<'POST /signup/emailcheck' | 'POST /signup'> {
  return {
    'POST /signup/emailcheck': async ({ body, request }) => {
      requirePasswordSignUp(services);
      // The response reveals whether an address has an account, so nobody may check many addresses quickly.
      await services.rateLimiter.consume('email_check_ip', request.ip);
      await requireAvailableAddress(services, body.email);
      return { available: true };
    },
    'POST /signup': async ({ body, request }) => {
      requirePasswordSignUp(services);
      return signUp(services, { ...body, ip: request.ip });
    },
  };
}
