import type { Handlers } from '../../../platform/http/handler.ts';
import { createSignInCookie } from '../../../platform/http/sign-in-cookie.ts';
import { isUuid, type UserId } from '../../../platform/identifiers.ts';
import { notFound } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { createTokenDelivery } from '../sessions/deliver-token.ts';
import { deviceLabel } from '../sign-in/device-label.ts';
import { createDeviceSignIn } from '../sign-in/sign-in-device.ts';
import { addPasskey } from './add-passkey.ts';
import { parsePasskeyName } from './passkey-name.ts';
import { listPasskeys, type PasskeyRow, renamePasskey } from './passkeys.queries.ts';
import { createCreationOptions, createRequestOptions } from './relying-party.ts';
import { removePasskey } from './remove-passkeys.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

type PasskeyCalls =
  | 'POST /auth/passkey/options'
  | 'POST /auth/passkey'
  | 'GET /user/passkeys'
  | 'POST /user/passkeys/options'
  | 'POST /user/passkeys'
  | 'PATCH /user/passkeys/:id'
  | 'DELETE /user/passkeys/:id';

/** Handlers for signing in with a passkey, and for the user's passkeys: list, add, rename, and remove them. */
export function passkeyHandlers(services: Services): Handlers<PasskeyCalls> {
  const { database, settings, rateLimiter } = services;
  const cookie = createSignInCookie(settings.publicUrl, 'passkey');
  const signInOnDevice = createDeviceSignIn(services);
  const delivery = createTokenDelivery(services);
  const list = async (userId: UserId) => ({
    passkeys: (await listPasskeys(database, userId)).map(formatPasskey),
  });
  return {
    'POST /auth/passkey/options': ({ request, reply }) =>
      createRequestOptions(services, cookie.ensure(request, reply)),
    'POST /auth/passkey': async ({ body, request, reply }) => {
      const browser = cookie.read(request);
      const response = await signInOnDevice({ method: 'passkey', request, reply }, (device) =>
        signInWithPasskey(services, { ...body, browser, device, ip: request.ip }),
      );
      cookie.clear(reply);
      return delivery.deliver({ request, reply }, response);
    },
    'GET /user/passkeys': ({ identity }) => list(identity.userId),
    'POST /user/passkeys/options': ({ identity }) => createCreationOptions(services, identity),
    'POST /user/passkeys': async ({ body, identity, request, once }) => {
      await rateLimiter.consume('identity_user', identity.userId);
      const device = deviceLabel(request.headers['user-agent']);
      await once((effects) =>
        addPasskey({ ...services, database: effects }, identity, { ...body, device }),
      );
      return list(identity.userId);
    },
    'PATCH /user/passkeys/:id': async ({ body, params, identity }) => {
      const { userId } = identity;
      const name = parsePasskeyName(body.name);
      if (
        !isUuid(params.id) ||
        !(await renamePasskey(database, { userId, passkeyId: params.id, name }))
      )
        throw notFound('passkey');
      return list(userId);
    },
    'DELETE /user/passkeys/:id': async ({ params, identity }) => {
      await removePasskey(services, identity.userId, params.id);
      return null;
    },
  };
}

const formatPasskey = (row: PasskeyRow) => ({
  id: row.passkey_id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  synced: row.backed_up,
});
