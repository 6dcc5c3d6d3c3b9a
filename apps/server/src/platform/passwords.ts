import { hash, verify } from '@node-rs/argon2';

// OWASP Password Storage Cheat Sheet: argon2id with 46 MiB, one pass, one lane.
// 2 is argon2id; the package declares the names in a form that type stripping cannot read.
const cost = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** Hashes a password with argon2id (PHC string). */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/**
 * Whether a hash was made at less cost than a new one would be, so that it is made anew at the next
 * sign-in. A dearer one stays: a newer version of the server may have made it.
 */
export function isWeakHash(known: string): boolean {
  const parts = /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=\d+\$/.exec(known);
  if (parts === null) return true;
  const [version = 0, memory = 0, time = 0] = parts.slice(1).map(Number);
  return version < 0x13 || memory < cost.memoryCost || time < cost.timeCost;
}

// Compared when there is no such user, so that the answer takes the same time either way.
const nobody = hashPassword('nobody has this password');

/** Whether a password fits a hash. Without a hash it takes as long and says no. */
export async function passwordFits(
  password: string,
  known: string | null | undefined,
): Promise<boolean> {
  const fits = await verify(known ?? (await nobody), password);
  return fits && typeof known === 'string';
}
