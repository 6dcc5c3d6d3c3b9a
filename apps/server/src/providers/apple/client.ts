import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { AppleSettings } from '../../env.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import {
  createProviderRequestSender,
  ProviderUnavailable,
} from '../../platform/providers/provider-request.ts';
import { type CallPolicy, defaultCallPolicy } from '../../platform/providers/retry.ts';
import {
  createIdTokenVerifier,
  createNoticeVerifier,
  type VerifiedIdToken,
} from '../../platform/secrets/id-tokens.ts';
import { parseAppleError } from './errors.ts';
import { type AppleNotice, parseNotice } from './notices.ts';

/** The tokens that Apple issues for an authorization code. */
export interface AppleTokens {
  idToken: string;
  /** Needed to revoke access; null if Apple issued none. */
  refreshToken: string | null;
}

/** Sign in with Apple for the web. */
export interface AppleProvider {
  /** Returns the URL of the consent page. */
  authorizeUrl(signIn: { state: string; nonce: string }): string;
  /** Throws `InvalidIdToken`, or `ProviderUnavailable` if Apple's keys can't be fetched. */
  verifyIdToken(idToken: string): Promise<VerifiedIdToken>;
  /** Verifies a server-to-server notice. Throws the same errors as `verifyIdToken`. */
  verifyNotice(payload: string): Promise<AppleNotice>;
  /** A code can be exchanged only once. Throws `AppleError` or `ProviderUnavailable`. */
  exchangeCode(code: string): Promise<AppleTokens>;
  /** Revokes our access. Access that is already revoked is not an error. Throws the same errors as `exchangeCode`. */
  revoke(refreshToken: string): Promise<void>;
}

/** The issuer of Apple's tokens and the audience of ours. The sandbox uses it too. */
const issuer = 'https://appleid.apple.com';
/** In seconds. A client secret is created for one call. */
const clientSecretLifetime = 300;

/**
 * Creates the provider. Apple posts its response to `returnUrl`, which must be registered with Apple in exactly this
 * form.
 */
export function createAppleProvider(
  {
    clientId,
    teamId,
    keyId,
    privateKey,
    baseUrl,
    returnUrl,
  }: AppleSettings & { returnUrl: string },
  log: Logger,
  clock: Clock,
  policy: CallPolicy = defaultCallPolicy,
): AppleProvider {
  const sendRequest = createProviderRequestSender('apple', log, policy);
  const signingKey = createPrivateKey(privateKey);
  const tokenRules = {
    issuers: [issuer],
    audience: clientId,
    jwksUrl: `${baseUrl}/auth/keys`,
  } as const;
  const verifyNoticeToken = createNoticeVerifier(tokenRules, sendRequest, clock);

  /** Creates the JWT that authenticates us ('Creating a client secret', Sign in with Apple REST API). */
  async function createClientSecret(): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1_000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + clientSecretLifetime)
      .sign(signingKey);
  }

  async function post(call: 'token' | 'revoke', form: Record<string, string>): Promise<unknown> {
    const client = { client_id: clientId, client_secret: await createClientSecret() };
    const { status, body } = await sendRequest({
      call,
      url: `${baseUrl}/auth/${call}`,
      form: { ...client, ...form },
      expectsJson: call === 'token',
    });
    if (status < 400) return body;
    const error = parseAppleError(status, body);
    log.warn({ event: 'provider_call_failed', provider: 'apple', call, code: error.message });
    throw error;
  }

  return {
    authorizeUrl({ state, nonce }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: returnUrl,
        response_type: 'code id_token',
        response_mode: 'form_post',
        scope: 'name email',
        state,
        nonce,
      });
      // Apple does not decode a plus as a space.
      return `${baseUrl}/auth/authorize?${query.toString().replaceAll('+', '%20')}`;
    },
    verifyIdToken: createIdTokenVerifier(tokenRules, sendRequest, clock),
    verifyNotice: async (payload) => parseNotice(await verifyNoticeToken(payload)),
    async exchangeCode(code) {
      const grant = { grant_type: 'authorization_code', code, redirect_uri: returnUrl };
      return parseTokens(await post('token', grant));
    },
    async revoke(refreshToken) {
      await post('revoke', { token: refreshToken, token_type_hint: 'refresh_token' });
    },
  };
}

function parseTokens(body: unknown): AppleTokens {
  const { id_token, refresh_token } = Object(body) as {
    id_token?: unknown;
    refresh_token?: unknown;
  }; // Any field may be missing.
  if (typeof id_token !== 'string')
    throw new ProviderUnavailable('MALFORMED_RESPONSE', { retryable: false });
  return {
    idToken: id_token,
    refreshToken: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : null,
  };
}
