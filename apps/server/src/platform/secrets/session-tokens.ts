import { createHash } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import { asUserId, isUuid, newId, type UserId } from '../identifiers.ts';
import type { SessionKey } from './secret-keys.ts';

/**
 * In seconds. The session lasts longer. An API client renews its token with the token itself. The web app has a refresh
 * token for this, so that a leaked token of the web app is useless after a quarter of an hour.
 */
export const tokenLifetimes = { api: 3600, web: 900 } as const;

/** A session and its user. */
export interface SessionRef {
  userId: UserId;
  sessionId: string;
}

/** The claims that the client reads. The server doesn't rely on them: it checks access in the database. */
export interface TokenSubject extends SessionRef {
  username: string;
  subscription: 'free' | 'paid';
  emailVerified: boolean;
}

/** The session that a valid token identifies, and when the token expires. */
export interface VerifiedToken extends SessionRef {
  /** When the token expires: Unix time in seconds. */
  tokenExpiresAt: number;
}

/** Signs and verifies session tokens (JWT, RFC 7519, HS256). */
export interface SessionTokens {
  /** Signs a token that is valid for `lifetime` seconds. */
  sign(subject: TokenSubject, lifetime: number): Promise<string>;
  /** Returns a token's session, or undefined if the token is invalid or expired. */
  verify(token: string): Promise<VerifiedToken | undefined>;
}

const claims = { issuer: 'cairn', audience: 'cairn-web' };

// Verified tokens are cached until they expire, which saves verifying the signature on every call.
// Revocation still works: every call reads the session from the database.
const maxCachedTokens = 10_000;

/**
 * Creates the signer and verifier. The newest key signs, and the token names it (`kid`). A token is checked with the
 * key that it names, or with all keys if it names none, as tokens of an unnamed key do.
 */
export function createSessionTokens(keys: readonly SessionKey[], clock: Clock): SessionTokens {
  const [newest] = keys;
  if (newest === undefined) throw new Error('No session key was loaded.');
  const verified = new Map<string, VerifiedToken>();
  const nowInSeconds = () => Math.floor(clock.now().getTime() / 1000);

  async function verify(token: string): Promise<VerifiedToken | undefined> {
    for (const key of keysFor(token)) {
      const result = await verifyWith(key, token);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  function keysFor(token: string): readonly SessionKey[] {
    try {
      const { kid } = decodeProtectedHeader(token);
      return kid === undefined ? keys : keys.filter(({ id }) => id === kid);
    } catch {
      return [];
    }
  }

  async function verifyWith(
    { key }: SessionKey,
    token: string,
  ): Promise<VerifiedToken | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        ...claims,
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'jti', 'sid', 'id'],
        currentDate: clock.now(),
      });
      const { sid, id, exp } = payload;
      if (typeof sid !== 'string' || typeof id !== 'string' || exp === undefined) return undefined;
      if (!isUuid(sid) || !isUuid(id)) return undefined;
      return { userId: asUserId(id), sessionId: sid, tokenExpiresAt: exp };
    } catch {
      return undefined;
    }
  }

  return {
    sign: ({ userId, sessionId, username, subscription, emailVerified }, lifetime) =>
      new SignJWT({
        id: userId,
        username,
        subscription,
        email_verified: emailVerified,
        sid: sessionId,
      })
        .setProtectedHeader({
          alg: 'HS256',
          typ: 'JWT',
          ...(newest.id === null ? {} : { kid: newest.id }),
        })
        .setIssuer(claims.issuer)
        .setAudience(claims.audience)
        .setJti(newId())
        .setIssuedAt(nowInSeconds())
        .setExpirationTime(nowInSeconds() + lifetime)
        .sign(newest.key),
    async verify(token) {
      const digest = createHash('sha256').update(token).digest('base64url');
      const cached = verified.get(digest);
      if (cached && cached.tokenExpiresAt > nowInSeconds()) return cached;
      verified.delete(digest);
      const result = await verify(token);
      if (result === undefined) return undefined;
      if (verified.size >= maxCachedTokens) verified.clear();
      verified.set(digest, result);
      return result;
    },
  };
}
