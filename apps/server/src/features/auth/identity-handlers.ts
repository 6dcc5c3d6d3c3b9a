import type { FastifyRequest } from 'fastify';
import { requireFreshSignIn } from '../../domain/fresh-sign-in.ts';
import { isFreshSession } from '../../domain/sessions.queries.ts';
import { findWaysIn } from '../../domain/ways-in.queries.ts';
import type { Handlers, Identity } from '../../platform/http/handler.ts';
import { signInCookie } from '../../platform/http/sign-in-cookie.ts';
import { notFound, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { linkIdentity } from './link-identity.ts';
import { type Proof, proveByApple, proveByGoogle, providerNamed } from './prove-person.ts';
import { unlinkIdentity } from './unlink-identity.ts';

type IdentityCalls =
  | 'GET /user/identities'
  | 'POST /user/identities'
  | 'DELETE /user/identities/:provider';

/** The ways in which a user can sign in: reading, linking, unlinking. */
export function identitiesHandlers(services: Services): Handlers<IdentityCalls> {
  const { database, settings } = services;
  const google = signInCookie(settings.publicUrl, 'google');
  const apple = signInCookie(settings.publicUrl, 'apple');

  async function waysIn({ userId, sessionId }: Identity) {
    const [ways, fresh] = await Promise.all([
      findWaysIn(database, userId),
      isFreshSession(database, sessionId),
    ]);
    const identities = ways.map(({ provider, email, linked_at }) => ({
      provider,
      email,
      linked_at: linked_at.toISOString(),
    }));
    return { identities, fresh };
  }

  function prove(
    wish: { provider: string; credential?: string; code?: string },
    request: FastifyRequest,
  ): Promise<Proof> {
    const { credential, code } = wish;
    switch (providerNamed(wish.provider)) {
      case 'GOOGLE':
        if (credential === undefined) throw refused('Send the credential that Google gave.');
        return proveByGoogle(services, {
          purpose: 'link',
          credential,
          browser: google.read(request),
        });
      case 'APPLE':
        if (code === undefined) throw refused('Send the code of the page that Apple led back to.');
        return proveByApple(services, { purpose: 'link', code, browser: apple.read(request) });
      default:
        throw refused('Only GOOGLE and APPLE can be linked.');
    }
  }

  return {
    'GET /user/identities': ({ identity }) => waysIn(identity),
    'POST /user/identities': async ({ body, identity, request }) => {
      const { password, ...wish } = body;
      // Before the proof is used up: who is asked for the password can send it along with the same.
      await requireFreshSignIn(services, identity, password);
      await linkIdentity(services, identity.userId, await prove(wish, request));
      return waysIn(identity);
    },
    'DELETE /user/identities/:provider': async ({ body, params, identity }) => {
      if (params.provider === 'email')
        throw refused('A password can be changed, but not taken away.');
      const provider = providerNamed(params.provider);
      if (provider === undefined) throw notFound('way to sign in');
      await requireFreshSignIn(services, identity, body.password);
      await unlinkIdentity(services, identity.userId, provider);
      return null;
    },
  };
}
