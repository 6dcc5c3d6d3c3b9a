import { randomBytes, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@cairn/contract/rules/second-factors';
import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { hashWithSalt } from '../../../platform/secrets/passwords.ts';
import {
  deleteRecoveryCodes,
  findRecoverySalt,
  insertRecoveryCodes,
  markRecoveryCodeUsed,
} from './recovery-codes.queries.ts';

/** Crockford's base32 in lower case, which has no letters that look like digits: five bits a character. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** The number of characters in a code. Together, they have 50 random bits. */
const codeLength = 10;
const saltSize = 16;

/** Generates a code: two groups of five characters. */
function generateCode(): string {
  const characters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}

/** Normalizes a typed code: ignores case, spaces, and hyphens, and reads o as 0 and i and l as 1, as Crockford defines. */
const normalize = (code: string): string =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** Codes with the hashes to store. */
export interface NewRecoveryCodes {
  codes: readonly string[];
  salt: Buffer;
  hashes: readonly Buffer[];
}

/**
 * Generates ten recovery codes. A code has 50 bits, few enough to type but too few for a fast hash, so codes are
 * hashed like passwords, with argon2id (OWASP ASVS 5.0, 6.5.2). The codes share a random salt, so that a code that a
 * user types is hashed once instead of ten times. Separate salts would add nothing: the codes are random, so no two
 * are equal.
 */
export async function generateRecoveryCodes(): Promise<NewRecoveryCodes> {
  const salt = randomBytes(saltSize);
  const codes = Array.from({ length: recoveryCodeCount }, generateCode);
  const hashes: Buffer[] = [];
  // One after the other: each hash needs 46 MiB.
  for (const code of codes) hashes.push(await hashWithSalt(normalize(code), salt));
  return { codes, salt, hashes };
}

/** Stores new recovery codes in place of the earlier ones. */
export async function replaceRecoveryCodes(
  queries: Queries,
  userId: UserId,
  generated: NewRecoveryCodes,
): Promise<void> {
  await deleteRecoveryCodes(queries, userId);
  await insertRecoveryCodes(queries, userId, generated);
}

/** Uses up a recovery code. Returns false if it is wrong or already used. */
export async function useRecoveryCode(
  queries: Queries,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const salt = (await findRecoverySalt(queries, userId))?.salt;
  const typed = normalize(code);
  if (salt === undefined || typed.length !== codeLength) return false;
  return markRecoveryCodeUsed(queries, userId, await hashWithSalt(typed, salt));
}
