import { recordActivity } from '../../identity/activity.queries.ts';
import { revokeSession } from '../../identity/sessions.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { createSignInCookie } from '../../platform/http/sign-in-cookie.ts';
import { unprocessable } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { authCopy } from './auth.copy.ts';
import { type DeviceRow, listDevices } from './auth.queries.ts';
import { createTokenDelivery } from './sessions/deliver-token.ts';
import { endOneSession, endOtherSessions } from './sessions/end-sessions.ts';
import { issueToken } from './sign-in/open-session.ts';
import { signInWithPassword } from './sign-in/sign-in.ts';
import { createDeviceSignIn } from './sign-in/sign-in-device.ts';
import { signInWithGoogle } from './sign-in/sign-in-with-google.ts';

type AuthCalls =
  | 'POST /auth/token'
  | 'POST /auth/refresh'
  | 'POST /auth/logout'
  | 'POST /user/upgrade_token'
  | 'GET /user/sessions'
  | 'DELETE /user/sessions/:id';

// More than a user has in practice. `DELETE /user/sessions/all` also ends sessions beyond this limit.
const deviceLimit = 200;

/** Handlers for signing in, renewing a token, and ending sessions. */
export function authHandlers(services: Services): Handlers<AuthCalls> {
  const googleCookie = createSignInCookie(services.settings.publicUrl, 'google');
  const signInOnDevice = createDeviceSignIn(services);
  const delivery = createTokenDelivery(services);
  return {
    'POST /auth/token': async ({ body, request, reply }) => {
      const { provider = 'email', username = '', password = '', credential = '' } = body;
      switch (provider) {
        case 'email':
          return delivery.deliver(
            { request, reply },
            await signInOnDevice({ method: 'password', request, reply }, (device) =>
              signInWithPassword(services, { username, password, device, ip: request.ip }),
            ),
          );
        case 'GOOGLE': {
          const browser = googleCookie.read(request);
          const response = await signInOnDevice({ method: 'google', request, reply }, (device) =>
            signInWithGoogle(services, { credential, browser, device }),
          );
          googleCookie.clear(reply);
          return delivery.deliver({ request, reply }, response);
        }
        default:
          // 'TOKEN' stands for a token that the browser already has. The web app handles it itself.
          throw unprocessable(authCopy.unsupportedProvider);
      }
    },
    'POST /auth/refresh': ({ request, reply }) => delivery.refresh({ request, reply }),
    'POST /auth/logout': async ({ identity, request, reply }) => {
      await services.database.transaction(async (transaction) => {
        const device = await revokeSession(transaction, identity);
        await recordActivity(transaction, {
          userId: identity.userId,
          event: 'signed_out',
          detail: device ?? '',
        });
      });
      delivery.clear({ request, reply });
      return null;
    },
    'POST /user/upgrade_token': async ({ identity, request, reply }) =>
      delivery.deliver({ request, reply }, await issueToken(services, identity)),
    'GET /user/sessions': async ({ identity }) => {
      const devices = await listDevices(services.database, identity, deviceLimit);
      return { sessions: devices.map(formatDevice) };
    },
    'DELETE /user/sessions/:id': async ({ identity, params: { id } }) => {
      if (id === 'all') await endOtherSessions(services, identity);
      else await endOneSession(services, identity, id);
      return null;
    },
  };
}

const formatDevice = (row: DeviceRow) => ({
  id: row.session_id,
  device: row.device,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  current: row.current,
  trusted_until: row.trusted_until?.toISOString() ?? null,
});
