import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { AppleSettings } from '../../env.ts';
import { createAskProvider, ProviderAway } from '../../platform/ask-provider.ts';
import type { Clock } from '../../platform/clock.ts';
import { createIdTokenReader, type ReadIdToken } from '../../platform/id-tokens.ts';
import type { Logger } from '../../platform/log.ts';
import { createRemoteKeys } from '../../platform/remote-keys.ts';
import { type Patience, usualPatience } from '../../platform/retrying.ts';
import { faultIn } from './errors.ts';

/** What Apple gives for a code. */
export interface AppleTokens {
  idToken: string;
  /** What access is revoked by; null where Apple gave none. */
  refreshToken: string | null;
}

/** Sign in with Apple for the web, as the pages of it that we need. */
export interface AppleProvider {
  /** Where the browser goes to let the person consent. */
  authorizeUrl(signIn: { state: string; nonce: string }): string;
  /** Throws `IdTokenRefused` for a token that proves nothing, `ProviderAway` without Apple's keys. */
  read(idToken: string): Promise<ReadIdToken>;
  /** A code counts once. Throws `AppleFault` or `ProviderAway`. */
  exchange(code: string): Promise<AppleTokens>;
  /** Ends our access to the person at Apple; one that has ended already is no error. Throws likewise. */
  revoke(refreshToken: string): Promise<void>;
}

/** Apple's own name, in tokens from it and in those for it; the sandbox uses it too. */
const issuer = 'https://appleid.apple.com';
/** Seconds that a client secret lives: made for one call. */
const secretLife = 300;

/** `returnUrl` is where Apple posts its answer: registered there to the letter. */
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
  patience: Patience = usualPatience,
): AppleProvider {
  const ask = createAskProvider('apple', log, patience);
  const keys = createRemoteKeys(`${baseUrl}/auth/keys`, ask, clock);
  const signingKey = createPrivateKey(privateKey);

  /** Who is asking ('Creating a client secret', Sign in with Apple REST API). */
  async function clientSecret(): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1_000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + secretLife)
      .sign(signingKey);
  }

  async function post(call: 'token' | 'revoke', form: Record<string, string>): Promise<unknown> {
    const client = { client_id: clientId, client_secret: await clientSecret() };
    const { status, body } = await ask({
      call,
      url: `${baseUrl}/auth/${call}`,
      form: { ...client, ...form },
      expectsJson: call === 'token',
    });
    if (status < 400) return body;
    const fault = faultIn(status, body);
    log.warn({ event: 'provider_call_failed', provider: 'apple', call, code: fault.message });
    throw fault;
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
      // Apple reads a plus as a plus.
      return `${baseUrl}/auth/authorize?${query.toString().replaceAll('+', '%20')}`;
    },
    read: createIdTokenReader({ issuers: [issuer], audience: clientId }, keys, clock),
    async exchange(code) {
      const grant = { grant_type: 'authorization_code', code, redirect_uri: returnUrl };
      return tokensIn(await post('token', grant));
    },
    async revoke(refreshToken) {
      await post('revoke', { token: refreshToken, token_type_hint: 'refresh_token' });
    },
  };
}

function tokensIn(body: unknown): AppleTokens {
  const { id_token, refresh_token } = Object(body) as {
    id_token?: unknown;
    refresh_token?: unknown;
  }; // Any of it may be missing.
  if (typeof id_token !== 'string')
    throw new ProviderAway('MALFORMED_ANSWER', { worthRetrying: false });
  return {
    idToken: id_token,
    refreshToken: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : null,
  };
}
