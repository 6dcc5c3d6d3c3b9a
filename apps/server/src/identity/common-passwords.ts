import { readFileSync } from 'node:fs';
import { BloomFilter } from '../platform/bloom-filter.ts';

/** The file of the filter, which tools/common-passwords.ts writes from a published list. */
export const commonPasswordsFile = new URL('common-passwords.bloom', import.meta.url);

/** Resets accept nothing shorter or less varied, so such passwords are not in the filter. */
export const isListable = (password: string): boolean => {
  const characters = [...password];
  return characters.length >= 8 && new Set(characters).size >= 5;
};

/** The form in which a password is in the filter: upper and lower case are the same. */
export const listedForm = (password: string): string => password.toLowerCase();

let filter: BloomFilter | null = null;

/**
 * Whether a password is among the common ones, which attackers try first. About one other password in 4,000 is taken
 * for one of them.
 */
export function isCommonPassword(password: string): boolean {
  filter ??= new BloomFilter(readFileSync(commonPasswordsFile));
  return filter.has(listedForm(password));
}
