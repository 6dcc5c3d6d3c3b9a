import { createHash } from 'node:crypto';
import type { SecretKeys } from '../../platform/secret-keys.ts';

/**
 * Names each key that seals what providers entrust to us, as `id mark`: enough to tell whether a key
 * is the same one, and nothing about the key itself (the first 16 digits of a SHA-256 of 32 random bytes).
 */
export const keyMarks = (keys: SecretKeys['tokens']): string[] =>
  keys.map(
    ({ id, key }) =>
      `${id} ${createHash('sha256').update(key.export()).digest('hex').slice(0, 16)}`,
  );
