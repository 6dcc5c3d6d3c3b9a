import { createHash, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import { asUserId, isUuid, newId, type UserId } from '../identifiers.ts';

/** Seconds. The session lives longer and renews its token. */
export const tokenLifetime = 3600;

/** A session and its user. */
export interface SessionRef {
  userId: UserId;
  sessionId: string;
}

/** The claims for the client. The server checks access in the database instead. */
export interface TokenSubject extends SessionRef {
  username: string;
  subscription: 'free' | 'paid';
  emailVerified: boolean;
}

/** Signs and verifies session tokens (JWT, RFC 7519, HS256). */
export interface SessionTokens {
  sign(subject: TokenSubject): Promise<string>;
  /** Returns a token's session, or undefined if the token is invalid or expired. */
  verify(token: string): Promise<SessionRef | undefined>;
}

const claims = { issuer: 'cairn', audience: 'cairn-web' };

// Verified tokens are cached until they expire, which saves verifying the signature on every call.
// Revocation still works: every call reads the session from the database.
const maxCachedTokens = 10_000;

interface VerifiedToken {
  key: SessionRef;
  /** Unix time in seconds. */
  expires: number;
}

export function createSessionTokens(key: KeyObject, clock: Clock): SessionTokens {
  const verified = new Map<string, VerifiedToken>();
  const nowInSeconds = () => Math.floor(clock.now().getTime() / 1000);

  async function verify(token: string): Promise<VerifiedToken | undefined> {
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
      return { key: { userId: asUserId(id), sessionId: sid }, expires: exp };
    } catch {
      return undefined;
    }
  }

  return {
    sign: ({ userId, sessionId, username, subscription, emailVerified }) =>
      new SignJWT({
        id: userId,
        username,
        subscription,
        email_verified: emailVerified,
        sid: sessionId,
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(claims.issuer)
        .setAudience(claims.audience)
        .setJti(newId())
        .setIssuedAt(nowInSeconds())
        .setExpirationTime(nowInSeconds() + tokenLifetime)
        .sign(key),
    async verify(token) {
      const digest = createHash('sha256').update(token).digest('base64url');
      const cached = verified.get(digest);
      if (cached && cached.expires > nowInSeconds()) return cached.key;
      verified.delete(digest);
      const result = await verify(token);
      if (result === undefined) return undefined;
      if (verified.size >= maxCachedTokens) verified.clear();
      verified.set(digest, result);
      return result.key;
    },
  };
}
