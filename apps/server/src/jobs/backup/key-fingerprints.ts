import { createHash } from 'node:crypto';
import type { SecretKeys } from '../../platform/secrets/secret-keys.ts';

/**
 * Returns `<id> <fingerprint>` of each key that encrypts provider tokens. The fingerprint (the first 16 hexadecimal
 * digits of the key's SHA-256) identifies a key without revealing anything about it: keys are 32 random bytes.
 */
export const keyFingerprints = (keys: SecretKeys['tokens']): string[] =>
  keys.map(
    ({ id, key }) =>
      `${id} ${createHash('sha256').update(key.export()).digest('hex').slice(0, 16)}`,
  );
