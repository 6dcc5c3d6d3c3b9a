import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldText } from '../identity/form-text.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_SECRET } from '../settings.ts';
import { bearerOf } from './data.calls.ts';
import type { ExchangeContext } from './exchange-context.ts';
import { type OAuthError, oauthErrorStatus, sendDataError } from './exchange-errors.ts';
import { accessLifetimeSeconds, type Grant } from './grants.ts';

/** An error response to an app. The message is for developers. */
class TokenError extends Error {
  readonly code: OAuthError;

  constructor(code: OAuthError, message: string) {
    super(message);
    this.code = code;
  }
}

/** The form-encoded endpoints that an app's server calls: `POST /coinbase/oauth2/token` and `/revoke`. */
export function tokenCalls(app: FastifyInstance, exchange: ExchangeContext): void {
  const defineCall = (
    path: string,
    handle: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) => {
    app.post(path, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      try {
        checkClient(request.body);
        return await handle(request, reply);
      } catch (error) {
        if (!(error instanceof TokenError)) throw error;
        return reply
          .code(oauthErrorStatus(error.code))
          .send({ error: error.code, error_description: error.message });
      }
    });
  };

  defineCall('/coinbase/oauth2/token', ({ body }) => {
    const grantType = fieldText(body, 'grant_type');
    if (grantType === 'authorization_code') return exchangeCode(exchange, body);
    if (grantType === 'refresh_token') return refresh(exchange, body);
    throw new TokenError(
      'unsupported_grant_type',
      `The grant type '${grantType}' is not supported.`,
    );
  });

  // The call requires a valid access token as the bearer token. Revoking an unknown token succeeds.
  defineCall('/coinbase/oauth2/revoke', async (request, reply) => {
    const token = fieldText(request.body, 'token');
    const bearer = bearerOf(request) ?? fieldText(request.body, 'access_token');
    const bearerGrant = exchange.grants.byAccessToken(bearer);
    if (
      !bearerGrant ||
      bearerGrant.revoked ||
      (bearerGrant.tokens?.accessExpiresAt ?? 0) <= exchange.now()
    )
      return sendDataError(
        reply,
        bearerGrant && !bearerGrant.revoked ? 'expired_token' : 'invalid_token',
      );
    const grant = exchange.grants.byAccessToken(token) ?? exchange.grants.byRefreshToken(token);
    if (grant) await exchange.grants.revoke(grant);
    return reply.code(200).send({});
  });
}

function checkClient(body: unknown): void {
  const id = fieldText(body, 'client_id');
  if (id === '') throw new TokenError('invalid_request', 'client_id is missing.');
  if (id !== SANDBOX_CLIENT_ID || fieldText(body, 'client_secret') !== SANDBOX_SECRET)
    throw new TokenError('invalid_client', 'The client is unknown, or its secret is wrong.');
}

async function exchangeCode(exchange: ExchangeContext, body: unknown) {
  const grant = exchange.grants.byCode(fieldText(body, 'code'));
  const hasExpired = grant?.tokens === null && grant.codeExpiresAt <= exchange.now();
  if (grant === undefined || hasExpired)
    throw new TokenError('invalid_grant', 'The code is unknown or has expired.');
  if (grant.tokens !== null || grant.revoked) {
    // RFC 6749, 4.1.2: a code that is used again revokes the tokens that were issued for it.
    await exchange.grants.revoke(grant);
    throw new TokenError('invalid_grant', 'The code has already been used.');
  }
  if (grant.redirectUri !== fieldText(body, 'redirect_uri'))
    throw new TokenError('invalid_grant', 'redirect_uri does not match the authorization.');
  if (!matchesChallenge(grant, fieldText(body, 'code_verifier')))
    throw new TokenError('invalid_grant', 'code_verifier does not match the challenge.');
  return tokenResponse(exchange, grant);
}

function matchesChallenge({ challenge }: Grant, verifier: string): boolean {
  if (challenge === null) return verifier === '';
  const actual =
    challenge.method === 'plain'
      ? verifier
      : createHash('sha256').update(verifier).digest('base64url');
  return actual === challenge.text;
}

async function refresh(exchange: ExchangeContext, body: unknown) {
  const token = fieldText(body, 'refresh_token');
  const grant = exchange.grants.byRefreshToken(token);
  if (grant === undefined || grant.revoked)
    throw new TokenError('invalid_grant', 'The refresh token is unknown or has been revoked.');
  if (grant.tokens?.refresh !== token)
    throw new TokenError('invalid_grant', 'The refresh token has already been used.');
  return tokenResponse(exchange, grant);
}

async function tokenResponse(exchange: ExchangeContext, grant: Grant) {
  const { access, refresh: nextRefresh } = await exchange.grants.issueTokens(grant, exchange.now());
  return {
    access_token: access,
    token_type: 'bearer',
    expires_in: accessLifetimeSeconds,
    ...(nextRefresh === null ? {} : { refresh_token: nextRefresh }),
    scope: grant.scopes.join(' '),
  };
}
