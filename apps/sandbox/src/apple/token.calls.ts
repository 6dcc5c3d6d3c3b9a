import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldText } from '../identity/form-text.ts';
import { SANDBOX_CLIENT_ID } from '../settings.ts';
import { clientSecretProblem } from './client-secret.ts';
import type { AppleContext } from './consent.ts';
import { signIdToken } from './id-token.ts';
import type { Grant } from './records.ts';

/** Error codes (RFC 6749, 5.2). All have HTTP status 400. */
export const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
] as const;

/** An error response to an app. The message is for developers. */
class TokenError extends Error {
  readonly code: (typeof TOKEN_ERRORS)[number];

  constructor(code: TokenError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const accessLifetimeSeconds = 3600;

/**
 * The endpoints that an app's server calls: `GET /apple/auth/keys`, and, form-encoded, `POST /apple/auth/token` and
 * `POST /apple/auth/revoke`.
 * https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
 */
export function tokenCalls(app: FastifyInstance, provider: AppleContext): void {
  const defineCall = (
    path: string,
    handle: (body: unknown, reply: FastifyReply) => Promise<unknown>,
  ) => {
    app.post(path, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      try {
        await checkClient(request, provider.now());
        return await handle(request.body, reply);
      } catch (error) {
        if (!(error instanceof TokenError)) throw error;
        return reply.code(400).send({ error: error.code, error_description: error.message });
      }
    });
  };

  defineCall('/apple/auth/token', (body) => {
    const grantType = fieldText(body, 'grant_type');
    if (grantType === 'authorization_code') return exchangeCode(provider, body);
    if (grantType === 'refresh_token') return refreshTokens(provider, body);
    if (grantType === '') throw new TokenError('invalid_request', 'grant_type is missing.');
    throw new TokenError('unsupported_grant_type', `The grant type ${grantType} is not supported.`);
  });

  defineCall('/apple/auth/revoke', async (body, reply) => {
    const token = fieldText(body, 'token');
    if (token === '') throw new TokenError('invalid_request', 'token is missing.');
    // Revoking an unknown token succeeds.
    await provider.records.revoke(token);
    return reply.code(200).send();
  });

  app.get('/apple/auth/keys', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=1800');
    return provider.key.keySet();
  });
}

async function checkClient(request: FastifyRequest, now: number): Promise<void> {
  const { body, headers } = request;
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    throw new TokenError('invalid_request', 'The body must be a form.');
  }
  for (const name of ['client_id', 'client_secret']) {
    if (fieldText(body, name) === '') {
      throw new TokenError('invalid_request', `${name} is missing.`);
    }
  }
  if (fieldText(body, 'client_id') !== SANDBOX_CLIENT_ID) {
    throw new TokenError('invalid_client', 'The client_id is unknown.');
  }
  const problem = await clientSecretProblem(fieldText(body, 'client_secret', 4_000), now);
  if (problem !== null)
    throw new TokenError('invalid_client', `Invalid client_secret: ${problem}.`);
}

async function exchangeCode(provider: AppleContext, body: unknown) {
  const code = fieldText(body, 'code');
  if (code === '') throw new TokenError('invalid_request', 'code is missing.');
  const grant = provider.records.byCode(code);
  if (grant === undefined || grant.codeExpiresAt <= provider.now()) {
    throw new TokenError('invalid_grant', 'The code has expired or has been revoked.');
  }
  if (grant.tokens !== null) {
    throw new TokenError('invalid_grant', 'The code has already been used.');
  }
  if (grant.redirectUri !== fieldText(body, 'redirect_uri')) {
    throw new TokenError('invalid_grant', 'redirect_uri does not match the authorization.');
  }
  const { refresh: refreshToken, ...tokens } = await issueTokenResponse(provider, grant, false);
  return { ...tokens, refresh_token: refreshToken };
}

async function refreshTokens(provider: AppleContext, body: unknown) {
  const token = fieldText(body, 'refresh_token');
  if (token === '') throw new TokenError('invalid_request', 'refresh_token is missing.');
  const grant = provider.records.byRefreshToken(token);
  if (grant === undefined) {
    throw new TokenError('invalid_grant', 'The token is unknown or has been revoked.');
  }
  const { refresh: _refresh, ...tokens } = await issueTokenResponse(provider, grant, true);
  return tokens;
}

async function issueTokenResponse(provider: AppleContext, grant: Grant, isRefresh: boolean) {
  const authorization = provider.records.authorization(grant.subject);
  if (authorization === undefined) {
    throw new TokenError('invalid_grant', 'The user has revoked the consent.');
  }
  const { access, refresh } = await provider.records.issueTokens(grant);
  const issuedWith = { accessToken: access, isRefresh };
  return {
    refresh,
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessLifetimeSeconds,
    id_token: await signIdToken(provider.key, { grant, authorization }, issuedWith, provider.now()),
  };
}
