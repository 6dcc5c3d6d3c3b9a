import { formatMessage } from '@cairn/contract/text/copy';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { openSession } from '../sign-in/open-session.ts';
import type { SignInDevice } from '../sign-in/sign-in-device.ts';
import { type PresentedPasskey, verifyPasskey } from './verify-passkey.ts';

/**
 * Signs in with a passkey alone, and returns the session's first token. The device has verified the user, so the
 * passkey replaces both the password and a second factor. Failed attempts count toward the limit of the IP address.
 */
export async function signInWithPasskey(
  services: Services,
  {
    ip,
    device,
    ...presented
  }: Omit<PresentedPasskey, 'device'> & {
    device: SignInDevice;
    ip: string;
  },
) {
  const { userId, passkeyId, name } = await services.rateLimiter.limitGuesses(
    [['sign_in_ip', ip]],
    () => verifyPasskey(services, { ...presented, device: device.label }, 'invalid_credentials'),
  );
  return openSession(services, {
    userId,
    device,
    verifiedPasskey: passkeyId,
    secondFactor: 'passkey',
    detail: formatMessage(authCopy.activity.passkeyUsed, { device: device.label, name }),
  });
}
