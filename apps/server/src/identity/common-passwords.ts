import { readFileSync } from 'node:fs';
import { BloomFilter } from '../platform/bloom-filter.ts';

/** The file of the filter, which tools/common-passwords.ts writes from a published list. */
export const commonPasswordsFile = new URL('common-passwords.bloom', import.meta.url);

/** True if a password can be in the filter. Shorter or less varied ones are rejected anyway, even by a reset. */
export const isListable = (password: string): boolean => {
  const characters = [...password];
  return characters.length >= 8 && new Set(characters).size >= 5;
};

/** Converts a password to the form in which the filter contains it, where case doesn't matter. */
export const listedForm = (password: string): string => password.toLowerCase();

let filter: BloomFilter | null = null;

/**
 * True if a password is a common one, which attackers try first. About one in 4,000 other passwords is mistaken for a
 * common one.
 */
export function isCommonPassword(password: string): boolean {
  filter ??= new BloomFilter(readFileSync(commonPasswordsFile));
  return filter.has(listedForm(password));
}
