import type { FastifyRequest } from 'fastify';
import { requireFreshSignIn } from '../../domain/fresh-sign-in.ts';
import { isFreshSession } from '../../domain/sessions.queries.ts';
import { findWaysIn } from '../../domain/ways-in.queries.ts';
import type { Handlers, Identity } from '../../platform/http/handler.ts';
import { signInCookie } from '../../platform/http/sign-in-cookie.ts';
import { notFound, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { authCopy } from './auth.copy.ts';
import { linkIdentity } from './link-identity.ts';
import { type Proof, proveByApple, proveByGoogle, providerNamed } from './prove-person.ts';
import { unlinkIdentity } from './unlink-identity.ts';

type IdentityCalls =
  | 'GET /user/identities'
  | 'POST /user/identities'
  | 'DELETE /user/identities/:provider';

/** The user's sign-in methods: list, link, unlink. */
export function identitiesHandlers(services: Services): Handlers<IdentityCalls> {
  const { database, settings } = services;
  const google = signInCookie(settings.publicUrl, 'google');
  const apple = signInCookie(settings.publicUrl, 'apple');

  async function listSignInMethods({ userId, sessionId }: Identity) {
    const [methods, fresh] = await Promise.all([
      findWaysIn(database, userId),
      isFreshSession(database, sessionId),
    ]);
    const identities = methods.map(({ provider, email, linked_at }) => ({
      provider,
      email,
      linked_at: linked_at.toISOString(),
    }));
    return { identities, fresh };
  }

  function verifyIdentity(
    input: { provider: string; credential?: string; code?: string },
    request: FastifyRequest,
  ): Promise<Proof> {
    const { credential, code } = input;
    switch (providerNamed(input.provider)) {
      case 'GOOGLE':
        if (credential === undefined) throw refused(authCopy.googleCredentialMissing);
        return proveByGoogle(services, {
          purpose: 'link',
          credential,
          browser: google.read(request),
        });
      case 'APPLE':
        if (code === undefined) throw refused(authCopy.appleCodeMissing);
        return proveByApple(services, { purpose: 'link', code, browser: apple.read(request) });
      default:
        throw refused(authCopy.unsupportedIdentityProvider);
    }
  }

  return {
    'GET /user/identities': ({ identity }) => listSignInMethods(identity),
    'POST /user/identities': async ({ body, identity, request }) => {
      const { password, ...input } = body;
      // Reauthenticate before redeeming the credential, so that it can be sent again with the password.
      await requireFreshSignIn(services, identity, password);
      await linkIdentity(services, identity.userId, await verifyIdentity(input, request));
      return listSignInMethods(identity);
    },
    'DELETE /user/identities/:provider': async ({ body, params, identity }) => {
      if (params.provider === 'email') throw refused(authCopy.passwordNotRemovable);
      const provider = providerNamed(params.provider);
      if (provider === undefined) throw notFound('sign-in method');
      await requireFreshSignIn(services, identity, body.password);
      await unlinkIdentity(services, identity.userId, provider);
      return null;
    },
  };
}
