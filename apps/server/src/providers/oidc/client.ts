import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import type { OidcSettings } from '../../oidc-settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import {
  createProviderRequestSender,
  ProviderUnavailable,
  type SendProviderRequest,
} from '../../platform/providers/provider-request.ts';
import { type CallPolicy, defaultCallPolicy } from '../../platform/providers/retry.ts';
import { type IdTokenIdentity, InvalidIdToken } from '../../platform/secrets/id-tokens.ts';

/** The random values that a sign-in begins with. Its response is checked against them. */
export interface OidcSignIn {
  state: string;
  nonce: string;
  /** The secret of PKCE (RFC 7636). */
  codeVerifier: string;
}

/** The parameters that the provider returned to our page. */
export interface OidcResponse {
  code: string;
  state: string;
  /**
   * The provider's issuer identifier (RFC 9207). Required if the provider's metadata says that responses contain it.
   */
  iss?: string | undefined;
}

/** A provider that an operator has configured (OpenID Connect Core 1.0, authorization code flow with PKCE). */
export interface OidcProvider {
  /** Returns the URL of the sign-in page. Throws `ProviderUnavailable`. */
  authorizeUrl(signIn: OidcSignIn): Promise<string>;
  /** Exchanges the response for a verified identity. Throws `InvalidIdToken`, or `ProviderUnavailable`. */
  exchange(response: OidcResponse, signIn: OidcSignIn): Promise<IdTokenIdentity>;
}

/** In milliseconds: how long the provider's metadata is cached. The library caches the keys for a shorter time. */
const metadataMaxAge = 60 * 60 * 1_000;
// OpenID Connect Core 1.0, 2: at most 255 ASCII characters.
const maxSubjectLength = 255;

/**
 * Creates a provider. It redirects to `returnUrl`, which no other provider may have, so that responses can't be mixed
 * up.
 */
export function createOidcProvider(
  settings: OidcSettings & { returnUrl: string },
  log: Logger,
  clock: Clock,
  policy: CallPolicy = defaultCallPolicy,
): OidcProvider {
  const sendRequest = createProviderRequestSender(`oidc:${settings.name}`, log, policy);
  let loaded: { configuration: Configuration; at: number } | undefined;

  async function load(): Promise<Configuration> {
    const now = clock.now().getTime();
    if (loaded === undefined || now - loaded.at > metadataMaxAge)
      loaded = { configuration: await discoverOrWarn(), at: now };
    return loaded.configuration;
  }

  async function discoverOrWarn(): Promise<Configuration> {
    try {
      return await discover(settings, sendRequest);
    } catch (error) {
      if (!(error instanceof ClientError || error instanceof ProviderUnavailable)) throw error;
      if (error.cause instanceof ProviderUnavailable) throw error.cause;
      const code = error instanceof ClientError ? (error.code ?? 'UNEXPECTED') : error.message;
      log.warn({ event: 'oidc_discovery_failed', provider: settings.name, code });
      throw new ProviderUnavailable(code, { retryable: false });
    }
  }

  return {
    async authorizeUrl({ state, nonce, codeVerifier }) {
      const configuration = await load();
      return buildAuthorizationUrl(configuration, {
        redirect_uri: settings.returnUrl,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href;
    },
    exchange: (response, signIn) =>
      load()
        .then((configuration) => exchange(configuration, settings, response, signIn))
        .catch(throwClassified),
  };
}

/** Fetches the metadata. The issuer in it must be exactly the configured one (OpenID Connect Discovery 1.0, 4.3). */
async function discover(
  { issuer, clientId, clientSecret }: OidcSettings,
  sendRequest: SendProviderRequest,
): Promise<Configuration> {
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    undefined,
    authenticateClient(clientSecret),
    {
      [customFetch]: adaptFetch(sendRequest),
      // An issuer without HTTPS is accepted only where no other machine can reach Cairn (see safe-settings.ts).
      execute: [
        enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    },
  );
  if (configuration.serverMetadata().issuer !== issuer)
    throw new ProviderUnavailable('ISSUER_MISMATCH', { retryable: false });
  return configuration;
}

/** Sends the secret in the Authorization header, the default of OpenID Connect, or in the body if only that is supported. */
function authenticateClient(clientSecret: string): ClientAuth {
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? basic : post;
    return authenticate(server, ...rest);
  };
}

/** Sends the library's requests like any request to a provider: with a timeout and retries, and without following redirects. */
const adaptFetch =
  (sendRequest: SendProviderRequest): CustomFetch =>
  async (url, { body, headers }) => {
    const response = await sendRequest({
      call: new URL(url).pathname,
      url,
      headers,
      ...(body instanceof URLSearchParams ? { form: Object.fromEntries(body) } : {}),
      expectsJson: true,
    });
    return Response.json(response.body ?? {}, { status: response.status });
  };

async function exchange(
  configuration: Configuration,
  { issuer, returnUrl }: { issuer: string; returnUrl: string },
  { code, state, iss }: OidcResponse,
  signIn: OidcSignIn,
): Promise<IdTokenIdentity> {
  const url = new URL(returnUrl);
  url.search = new URLSearchParams({
    code,
    state,
    ...(iss === undefined ? {} : { iss }),
  }).toString();
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: signIn.state,
    expectedNonce: signIn.nonce,
    pkceCodeVerifier: signIn.codeVerifier,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new InvalidIdToken('NO_ID_TOKEN');
  const { sub } = claims;
  if (sub === '' || sub.length > maxSubjectLength) throw new InvalidIdToken('SUBJECT');
  // A provider may keep the address out of the ID token (OpenID Connect Core 1.0, 5.4).
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const { email, email_verified: verified } =
    claims.email === undefined && hasUserInfo
      ? await fetchUserInfo(configuration, tokens.access_token, sub)
      : claims;
  return {
    issuer,
    subject: sub,
    email: typeof email === 'string' && email !== '' ? email : null,
    emailVerified: verified === true,
  };
}

/** Rethrows an error of the library as one of ours. */
function throwClassified(error: unknown): never {
  if (error instanceof InvalidIdToken || error instanceof ProviderUnavailable) throw error;
  if (error instanceof ResponseBodyError) {
    // The code was used, has expired, or belongs to another sign-in. Any other error is about our credentials.
    if (error.error === 'invalid_grant') throw new InvalidIdToken('INVALID_GRANT');
    throw new ProviderUnavailable(error.error, { retryable: false, status: error.status });
  }
  if (error instanceof ClientError) {
    if (error.cause instanceof ProviderUnavailable) throw error.cause;
    const reason = error.code ?? 'UNEXPECTED';
    throw isMalformed(reason)
      ? new ProviderUnavailable(reason, { retryable: false })
      : new InvalidIdToken(reason);
  }
  throw error;
}

/** True if the provider sent no readable response, which is not the fault of the sign-in. */
const isMalformed = (code: string): boolean =>
  [
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_PARSE_ERROR',
    'OAUTH_HTTP_REQUEST_FORBIDDEN',
    'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
    'OAUTH_MISSING_SERVER_METADATA',
    'OAUTH_TIMEOUT',
    'UNEXPECTED',
  ].includes(code);
