import { randomBytes } from 'node:crypto';
import { runInHashThread } from './hash-threads.ts';

// OWASP Password Storage Cheat Sheet: argon2id with 46 MiB, one pass, one lane. Algorithm 2 is argon2id: the package
// declares the names in a form that type stripping cannot read.
const cost = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** Hashes a password with argon2id (PHC string). */
export const hashPassword = (password: string): Promise<string> =>
  runInHashThread({ kind: 'hash', password, options: cost });

// The hashes of `hashWithSalt` don't contain their cost, so it must never change.
const lookupCost = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/**
 * Hashes a secret with argon2id and a salt of at least 16 bytes. Equal secrets with equal salts have equal hashes, so a
 * hash can be looked up. Returns 32 bytes.
 */
export const hashWithSalt = async (secret: string, salt: Buffer): Promise<Buffer> =>
  Buffer.from(
    await runInHashThread({ kind: 'hash_raw', secret, options: { ...lookupCost, salt } }),
  );

/**
 * True if a hash is weaker than a new one would be, so that the next sign-in replaces it. A stronger
 * hash is kept: a newer version of the server may have made it.
 */
export function needsRehash(storedHash: string): boolean {
  const parts = /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=\d+\$/.exec(storedHash);
  if (parts === null) return true;
  const [version = 0, memory = 0, time = 0] = parts.slice(1).map(Number);
  return version < 0x13 || memory < cost.memoryCost || time < cost.timeCost;
}

const randomBase64 = (bytes: number): string =>
  randomBytes(bytes).toString('base64').replaceAll('=', '');

/**
 * The hash that is verified for unknown users, so that the response time does not reveal whether a user exists. It is
 * the hash of no known password (PHC string).
 */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${randomBase64(16)}$${randomBase64(32)}`;

/** Verifies a password. Without a hash it returns false after the same time. */
export async function verifyPassword(
  password: string,
  storedHash: string | null | undefined,
): Promise<boolean> {
  const hash = storedHash ?? dummyHash;
  const matches = await runInHashThread({ kind: 'verify', password, hash });
  return matches && typeof storedHash === 'string';
}
