import { createHash, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from './clock.ts';
import { asUserId, isUuid, newId, type UserId } from './identifiers.ts';

/** How long a token lives, in seconds. Its session lives longer and renews it. */
export const tokenLifetime = 3600;

/** A session and the user whose it is. */
export interface SessionKey {
  userId: UserId;
  sessionId: string;
}

/** What the client reads from its token. Access is checked in the database, not against these. */
export interface TokenSubject extends SessionKey {
  username: string;
  subscription: 'free' | 'paid';
  emailVerified: boolean;
}

/** Signs and verifies session tokens (JWT, RFC 7519, HS256). */
export interface SessionTokens {
  sign(subject: TokenSubject): Promise<string>;
  /** The session a token belongs to, or undefined for any token that is not ours or is over. */
  sessionOf(token: string): Promise<SessionKey | undefined>;
}

const claims = { issuer: 'cairn', audience: 'cairn-web' };

// A verified token is remembered until it expires, so that a busy client costs one hash per call.
// Revocation does not depend on it: the session is read from the database at every call.
const rememberAtMost = 10_000;

interface Verified {
  key: SessionKey;
  /** Seconds since 1970. */
  expires: number;
}

export function createSessionTokens(key: KeyObject, clock: Clock): SessionTokens {
  const verified = new Map<string, Verified>();
  const seconds = () => Math.floor(clock.now().getTime() / 1000);

  async function verify(token: string): Promise<Verified | undefined> {
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
      // Whatever is wrong with it, the answer is the same: not one of ours.
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
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + tokenLifetime)
        .sign(key),
    async sessionOf(token) {
      const digest = createHash('sha256').update(token).digest('base64url');
      const known = verified.get(digest);
      if (known && known.expires > seconds()) return known.key;
      verified.delete(digest);
      const fresh = await verify(token);
      if (fresh === undefined) return undefined;
      if (verified.size >= rememberAtMost) verified.clear();
      verified.set(digest, fresh);
      return fresh.key;
    },
  };
}
