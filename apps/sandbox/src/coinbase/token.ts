import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldText } from '../identity/person-words.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_SECRET } from '../settings.ts';
import { bearerOf } from './data.ts';
import type { ExchangeDesk } from './desk.ts';
import { accessLifetime, type Grant } from './grants.ts';
import { type OAuthError, refuseData, statusOfOAuth } from './refusals.ts';

/** Why a call of an app is refused; the message is for developers. */
class TokenRefusal extends Error {
  readonly code: OAuthError;

  constructor(code: OAuthError, message: string) {
    super(message);
    this.code = code;
  }
}

/** The calls of an app's server: `POST /coinbase/oauth2/token` and `/revoke`, both as forms. */
export function tokenCalls(app: FastifyInstance, desk: ExchangeDesk): void {
  const call = (
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) => {
    app.post(path, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      try {
        checkClient(request.body);
        return await answer(request, reply);
      } catch (error) {
        if (!(error instanceof TokenRefusal)) throw error;
        return reply
          .code(statusOfOAuth(error.code))
          .send({ error: error.code, error_description: error.message });
      }
    });
  };

  call('/coinbase/oauth2/token', ({ body }) => {
    const kind = fieldText(body, 'grant_type');
    if (kind === 'authorization_code') return exchangeCode(desk, body);
    if (kind === 'refresh_token') return refresh(desk, body);
    throw new TokenRefusal('unsupported_grant_type', `The grant type '${kind}' is not supported.`);
  });

  // It takes the token to be ended as the bearer too. What it does not know is as good as ended.
  call('/coinbase/oauth2/revoke', async (request, reply) => {
    const token = fieldText(request.body, 'token');
    const bearer = bearerOf(request) ?? fieldText(request.body, 'access_token');
    const known = desk.grants.byAccessToken(bearer);
    if (!known || known.revoked || (known.tokens?.accessExpiresAt ?? 0) <= desk.now())
      return refuseData(reply, known && !known.revoked ? 'expired_token' : 'invalid_token');
    const grant = desk.grants.byAccessToken(token) ?? desk.grants.byRefreshToken(token);
    if (grant) await desk.grants.revoke(grant);
    return reply.code(200).send({});
  });
}

function checkClient(body: unknown): void {
  const id = fieldText(body, 'client_id');
  if (id === '') throw new TokenRefusal('invalid_request', 'client_id is missing.');
  if (id !== SANDBOX_CLIENT_ID || fieldText(body, 'client_secret') !== SANDBOX_SECRET)
    throw new TokenRefusal('invalid_client', 'The client is not known, or its secret is wrong.');
}

async function exchangeCode(desk: ExchangeDesk, body: unknown) {
  const grant = desk.grants.byCode(fieldText(body, 'code'));
  if (grant === undefined || grant.codeExpiresAt <= desk.now())
    throw new TokenRefusal('invalid_grant', 'The code is not known or has expired.');
  if (grant.tokens !== null || grant.revoked)
    throw new TokenRefusal('invalid_grant', 'The code has been used.');
  if (grant.redirectUri !== fieldText(body, 'redirect_uri'))
    throw new TokenRefusal('invalid_grant', 'redirect_uri is not the one of the authorization.');
  if (!fitsChallenge(grant, fieldText(body, 'code_verifier')))
    throw new TokenRefusal('invalid_grant', 'code_verifier does not fit the challenge.');
  return tokenReply(desk, grant);
}

function fitsChallenge({ challenge }: Grant, verifier: string): boolean {
  if (challenge === null) return verifier === '';
  const said =
    challenge.method === 'plain'
      ? verifier
      : createHash('sha256').update(verifier).digest('base64url');
  return said === challenge.text;
}

async function refresh(desk: ExchangeDesk, body: unknown) {
  const token = fieldText(body, 'refresh_token');
  const grant = desk.grants.byRefreshToken(token);
  if (grant === undefined || grant.revoked)
    throw new TokenRefusal('invalid_grant', 'The refresh token is not known or has been revoked.');
  if (grant.tokens?.refresh !== token)
    throw new TokenRefusal('invalid_grant', 'The refresh token has been used.');
  return tokenReply(desk, grant);
}

async function tokenReply(desk: ExchangeDesk, grant: Grant) {
  const { access, refresh: next } = await desk.grants.giveTokens(grant, desk.now());
  return {
    access_token: access,
    token_type: 'bearer',
    expires_in: accessLifetime,
    ...(next === null ? {} : { refresh_token: next }),
    scope: grant.scopes.join(' '),
  };
}
