import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSignInMethods } from '../../../identity/sign-in-methods.queries.ts';
import { hasRecentFactor } from '../../../identity/step-up.ts';
import type { CallerIdentity, Handlers } from '../../../platform/http/handler.ts';
import { createSignInCookie } from '../../../platform/http/sign-in-cookie.ts';
import { notFound, unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import {
  oidcName,
  parseProvider,
  type VerifiedIdentity,
  verifyAppleCode,
  verifyGoogleCredential,
} from '../sign-in/verify-identity.ts';
import { verifyOidcResponse } from '../sign-in/verify-oidc-response.ts';
import { linkIdentity } from './link-identity.ts';
import { unlinkIdentity } from './unlink-identity.ts';

type IdentityCalls =
  | 'GET /user/identities'
  | 'POST /user/identities'
  | 'DELETE /user/identities/:provider';

/** Handlers for the user's sign-in methods: list, link, and unlink them. */
export function identityHandlers(services: Services): Handlers<IdentityCalls> {
  const { database, settings } = services;
  const googleCookie = createSignInCookie(settings.publicUrl, 'google');
  const appleCookie = createSignInCookie(settings.publicUrl, 'apple');
  const oidcCookie = createSignInCookie(settings.publicUrl, 'oidc');

  async function listSignInMethods(identity: CallerIdentity) {
    const [methods, fresh] = await Promise.all([
      findSignInMethods(database, identity.userId),
      hasRecentFactor(database, identity),
    ]);
    const identities = methods.map(({ provider, email, linked_at }) => ({
      provider,
      email,
      linked_at: linked_at.toISOString(),
    }));
    return { identities, fresh };
  }

  async function verifyIdentity(
    input: { provider: string; credential?: string; code?: string; state?: string; iss?: string },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<VerifiedIdentity> {
    const { credential, code } = input;
    const purpose = 'link';
    const provider = parseProvider(input.provider);
    switch (provider) {
      case 'GOOGLE': {
        if (credential === undefined) throw unprocessable(authCopy.googleCredentialMissing);
        const browser = googleCookie.read(request);
        const verified = await verifyGoogleCredential(services, { purpose, credential, browser });
        googleCookie.clear(reply);
        return verified;
      }
      case 'APPLE': {
        if (code === undefined) throw unprocessable(authCopy.appleCodeMissing);
        const browser = appleCookie.read(request);
        const verified = await verifyAppleCode(services, { purpose, code, browser });
        appleCookie.clear(reply);
        return verified;
      }
      case undefined:
        throw unprocessable(authCopy.unsupportedIdentityProvider);
      default: {
        const { state, iss } = input;
        if (code === undefined || state === undefined)
          throw unprocessable(authCopy.oidcResponseMissing);
        const browser = oidcCookie.read(request);
        const response = { code, state, iss };
        const name = oidcName(provider);
        const verified = await verifyOidcResponse(services, { purpose, name, response, browser });
        oidcCookie.clear(reply);
        return verified;
      }
    }
  }

  return {
    'GET /user/identities': ({ identity }) => listSignInMethods(identity),
    'POST /user/identities': async ({ body, identity, request, reply, once }) => {
      await services.rateLimiter.consume('identity_user', identity.userId);
      await once(async (effects) => {
        const verified = await verifyIdentity(body, { request, reply });
        await linkIdentity({ ...services, database: effects }, identity, verified);
      });
      return listSignInMethods(identity);
    },
    'DELETE /user/identities/:provider': async ({ params, identity }) => {
      if (params.provider === 'email') throw unprocessable(authCopy.passwordNotRemovable);
      const provider = parseProvider(params.provider);
      if (provider === undefined) throw notFound('sign-in method');
      await unlinkIdentity(services, identity.userId, provider);
      return null;
    },
  };
}
