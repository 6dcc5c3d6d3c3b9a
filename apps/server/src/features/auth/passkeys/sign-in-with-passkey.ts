import type { CallBody } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import { Failure } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { openSession } from '../sign-in/open-session.ts';
import { verifyPasskey } from './verify-passkey.ts';

/**
 * Signs in with a passkey alone, and returns the session's first token. The device has verified the user, so the passkey
 * stands for a password and a second factor. Failed attempts count toward the limit of the IP address.
 */
export async function signInWithPasskey(
  services: Services,
  input: CallBody<'POST /auth/passkey'> & {
    browser: string | undefined;
    device: string;
    ip: string;
  },
) {
  const { assertion, browser, device, ip } = input;
  const { userId, passkeyId, name } = await services.rateLimiter.limitGuesses(
    [['sign_in_ip', ip]],
    async () => {
      if (browser === undefined) throw new Failure('invalid_credentials', authCopy.passkey.expired);
      return verifyPasskey(services, { assertion, browser, device });
    },
  );
  const detail = formatMessage(authCopy.activity.passkeyUsed, { device, name });
  return openSession(services, { userId, device, verifiedPasskey: passkeyId, detail });
}
