import { createHash } from 'node:crypto';
import { isUuid } from '../identifiers.ts';
import { randomSecret } from './one-time-codes.ts';

/** What is stored of a refresh token: its number, and the SHA-256 hashes of its two secrets. */
export interface StoredRefreshToken {
  /** The number of the token in its session: 1, 2, and so on. */
  generation: number;
  /**
   * The hash of the secret that all tokens of a session share. It proves that a token was issued, even if it was
   * replaced.
   */
  family: Buffer;
  /** The hash of the secret that only this token has. */
  secret: Buffer;
}

/** A refresh token that a browser presented. Whether it is valid is not known yet. */
export interface PresentedRefreshToken {
  sessionId: string;
  stored: StoredRefreshToken;
  /** Creates a later token of the same session. */
  next(generation: number): NewRefreshToken;
}

/**
 * A refresh token as the browser keeps it, `<session ID>.<generation>.<family secret>.<secret>`, and what the
 * database stores for it.
 */
export interface NewRefreshToken {
  token: string;
  stored: StoredRefreshToken;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Creates a session's first refresh token, of 2 x 256 random bits. */
export const createRefreshToken = (sessionId: string): NewRefreshToken =>
  withNewSecret(sessionId, 1, randomSecret());

/** Parses a presented token; undefined if it doesn't have the form of one. */
export function parseRefreshToken(token: string): PresentedRefreshToken | undefined {
  const [, sessionId = '', generation, family = '', secret = ''] =
    /^([\da-f-]{36})\.(\d{1,9})\.([\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
  if (!isUuid(sessionId)) return undefined;
  return {
    sessionId,
    stored: { generation: Number(generation), family: sha256(family), secret: sha256(secret) },
    next: (generation) => withNewSecret(sessionId, generation, family),
  };
}

function withNewSecret(sessionId: string, generation: number, family: string): NewRefreshToken {
  const secret = randomSecret();
  return {
    token: `${sessionId}.${generation}.${family}.${secret}`,
    stored: { generation, family: sha256(family), secret: sha256(secret) },
  };
}
