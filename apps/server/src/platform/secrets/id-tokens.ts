import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import type { Clock } from '../clock.ts';
import { ProviderUnavailable, type SendProviderRequest } from '../providers/provider-request.ts';

/** An identity that a provider vouches for. Users are matched by issuer and subject, never by email. */
export interface IdTokenIdentity {
  issuer: string;
  subject: string;
  /** The provider's email address for the user; null if it shares none. */
  email: string | null;
  emailVerified: boolean;
}

/** A verified identity, with the nonce of its sign-in. */
export interface VerifiedIdToken {
  identity: IdTokenIdentity;
  nonce: string;
}

/** The requirements for a provider's ID tokens. */
export interface IdTokenRules {
  /** The first is stored with the identity. The others are alternative spellings of it. */
  issuers: readonly [string, ...string[]];
  /** Our client ID at the provider. */
  audience: string;
  /** Where the provider publishes its signing keys (JWK Set, RFC 7517). */
  jwksUrl: string;
  /** The longest remaining lifetime in seconds, if the provider limits it. */
  maxLifetime?: number;
}

/** An ID token failed verification. The message is for operators. */
export class InvalidIdToken extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'InvalidIdToken';
  }
}

/** In seconds: how much clock skew is tolerated. Google's own library tolerates as much. */
const clockSkew = 300;
// OpenID Connect Core 1.0, 2: at most 255 ASCII characters.
const maxSubjectLength = 255;
/** In seconds: how old a notice may be. Its ID is kept for longer than that, so that a repeated notice is detected. */
const noticeMaxAge = 7 * 24 * 60 * 60;
/** In milliseconds. A key that the provider removes is accepted no longer than this. */
const keysMaxAge = 600_000;
/** The minimum number of milliseconds after a fetch before an unknown key triggers another one. */
const unknownKeyCooldown = 30_000;

/**
 * Creates a verifier of ID tokens: RS256 only, signed by the provider, with a valid issuer, audience, and times (OpenID
 * Connect Core 1.0, 3.1.3.7). It throws `InvalidIdToken`, or `ProviderUnavailable` if the provider's keys can't be
 * fetched. The caller must check the nonce.
 */
export function createIdTokenVerifier(
  rules: IdTokenRules,
  sendRequest: SendProviderRequest,
  clock: Clock,
) {
  const findKey = createKeyFinder(rules, sendRequest);
  return async (token: string): Promise<VerifiedIdToken> => {
    const now = clock.now();
    const payload = await verify(token, rules, findKey, {
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      currentDate: now,
    });
    const { sub, aud, azp, exp, nonce } = payload;
    // A token with several audiences could have been forwarded to us by another audience.
    if (aud !== rules.audience || (azp !== undefined && azp !== rules.audience))
      throw new InvalidIdToken('AUDIENCE');
    const remainingLifetime = (exp ?? 0) - now.getTime() / 1_000;
    if (rules.maxLifetime !== undefined && remainingLifetime > rules.maxLifetime + clockSkew)
      throw new InvalidIdToken('EXPIRY_TOO_FAR');
    if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength)
      throw new InvalidIdToken('SUBJECT');
    if (typeof nonce !== 'string') throw new InvalidIdToken('NONCE');
    return { identity: toIdentity(sub, payload, rules), nonce };
  };
}

/**
 * Creates a verifier of a provider's notices, which have the same key, issuer, and audience as its ID tokens, but no
 * expiry. It throws the same errors as the verifier of ID tokens.
 */
export function createNoticeVerifier(
  rules: IdTokenRules,
  sendRequest: SendProviderRequest,
  clock: Clock,
) {
  const findKey = createKeyFinder(rules, sendRequest);
  return (token: string): Promise<JWTPayload> =>
    verify(token, rules, findKey, {
      requiredClaims: ['jti'],
      maxTokenAge: noticeMaxAge,
      currentDate: clock.now(),
    });
}

const createKeyFinder = ({ jwksUrl }: IdTokenRules, sendRequest: SendProviderRequest) =>
  createRemoteJWKSet(new URL(jwksUrl), {
    cacheMaxAge: keysMaxAge,
    cooldownDuration: unknownKeyCooldown,
    [customFetch]: (url) => fetchKeys(url, sendRequest),
  });

/** Fetches the keys like any request to a provider: with a timeout and retries, and without following redirects. */
async function fetchKeys(url: string, sendRequest: SendProviderRequest): Promise<Response> {
  const { status, body } = await sendRequest({ call: 'keys', url, expectsJson: true });
  if (status !== 200) throw new ProviderUnavailable(`HTTP_${status}`, { retryable: false });
  return Response.json(body);
}

async function verify(
  token: string,
  { issuers, audience }: IdTokenRules,
  findKey: JWTVerifyGetKey,
  options: Pick<JWTVerifyOptions, 'requiredClaims' | 'maxTokenAge' | 'currentDate'>,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: ['RS256'],
      issuer: [...issuers],
      audience,
      clockTolerance: clockSkew,
      ...options,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWKSInvalid)
      throw new ProviderUnavailable('MALFORMED_KEYS', { retryable: false });
    // Each error of the library has a code for what is wrong with the token.
    if (error instanceof errors.JOSEError) throw new InvalidIdToken(error.code);
    throw error;
  }
}

function toIdentity(subject: string, claims: JWTPayload, rules: IdTokenRules): IdTokenIdentity {
  const { email, email_verified: verified } = claims;
  return {
    issuer: rules.issuers[0],
    subject,
    email: typeof email === 'string' && email !== '' ? email : null,
    // Apple sends a boolean or a string.
    emailVerified: verified === true || verified === 'true',
  };
}
