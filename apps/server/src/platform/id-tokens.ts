import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Clock } from './clock.ts';

/** Who a provider says somebody is. They are known by issuer and subject, never by the address. */
export interface ProvenPerson {
  issuer: string;
  subject: string;
  /** What the provider calls their address; null where it tells none. */
  email: string | null;
  emailVerified: boolean;
}

/** A person with the nonce of the sign-in that they were proven in. */
export interface ReadIdToken {
  person: ProvenPerson;
  nonce: string;
}

/** What a provider's ID tokens have to be. */
export interface IdTokenRules {
  /** The first is the one that a person is known by; the others are its other spellings. */
  issuers: readonly [string, ...string[]];
  /** Our client id there. */
  audience: string;
  /** Seconds that a token may still have to live, where the provider bounds it. */
  longestLife?: number;
}

/** An ID token that proves nothing. Its message is for operators. */
export class IdTokenRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'IdTokenRefused';
  }
}

/** Seconds that the provider's clock may differ from ours, as Google's own library allows. */
const clockSkew = 300;
// OpenID Connect Core 1.0, 2: at most 255 ASCII characters.
const longestSubject = 255;

/**
 * Reads ID tokens: RS256 only, the provider's own key, issuer, audience and times right (OpenID
 * Connect Core 1.0, 3.1.3.7). Throws `IdTokenRefused`, or what finding the key throws. The nonce is
 * the caller's to check: it knows who was given which.
 */
export function createIdTokenReader(rules: IdTokenRules, findKey: JWTVerifyGetKey, clock: Clock) {
  return async (token: string): Promise<ReadIdToken> => {
    const now = clock.now();
    const payload = await verify(token, rules, findKey, now);
    const { sub, aud, azp, exp, nonce } = payload;
    // A token for several is somebody else's too, and could be handed on to us by them.
    if (aud !== rules.audience || (azp !== undefined && azp !== rules.audience))
      throw new IdTokenRefused('AUDIENCE');
    const left = (exp ?? 0) - now.getTime() / 1_000;
    if (rules.longestLife !== undefined && left > rules.longestLife + clockSkew)
      throw new IdTokenRefused('EXPIRY_TOO_FAR');
    if (typeof sub !== 'string' || sub === '' || sub.length > longestSubject)
      throw new IdTokenRefused('SUBJECT');
    if (typeof nonce !== 'string') throw new IdTokenRefused('NONCE');
    return { person: personOf(sub, payload, rules), nonce };
  };
}

async function verify(
  token: string,
  { issuers, audience }: IdTokenRules,
  findKey: JWTVerifyGetKey,
  now: Date,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: ['RS256'],
      issuer: [...issuers],
      audience,
      clockTolerance: clockSkew,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      currentDate: now,
    });
    return payload;
  } catch (error) {
    // Every one of the library's errors is a code for what is wrong with the token.
    if (error instanceof errors.JOSEError) throw new IdTokenRefused(error.code);
    throw error;
  }
}

function personOf(subject: string, claims: JWTPayload, rules: IdTokenRules): ProvenPerson {
  const { email, email_verified: verified } = claims;
  return {
    issuer: rules.issuers[0],
    subject,
    email: typeof email === 'string' && email !== '' ? email : null,
    // Apple says it as a boolean or as its word.
    emailVerified: verified === true || verified === 'true',
  };
}
