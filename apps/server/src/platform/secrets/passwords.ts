import { hash, hashRaw, verify } from '@node-rs/argon2';

// OWASP Password Storage Cheat Sheet: argon2id with 46 MiB, one pass, one lane.
// 2 is argon2id; the package declares the names in a form that type stripping cannot read.
const cost = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** Hashes a password with argon2id (PHC string). */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

// These hashes don't name their cost, so it must never change.
const lookupCost = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/**
 * Hashes a secret with argon2id and a salt of at least 16 bytes. Equal secrets with equal salts have equal hashes, so a
 * hash can be looked up. Returns 32 bytes.
 */
export const hashWithSalt = (secret: string, salt: Buffer): Promise<Buffer> =>
  hashRaw(secret, { ...lookupCost, salt });

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

// Verified against for unknown users, so that the response time does not reveal whether a user exists.
const dummyHash = hashPassword('nobody has this password');

/** Verifies a password. Without a hash it returns false after the same time. */
export async function verifyPassword(
  password: string,
  storedHash: string | null | undefined,
): Promise<boolean> {
  const matches = await verify(storedHash ?? (await dummyHash), password);
  return matches && typeof storedHash === 'string';
}
