import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKeys } from './secret-keys.ts';

/** Encrypts values that are stored, such as provider tokens and the content of emails. */
export interface Sealer {
  /** `context` (such as user and item) is authenticated, so a value copied to another row does not open. */
  seal(plain: string, context: string): string;
  /** Throws if the value was modified, belongs to another context, or its key no longer exists. */
  open(sealed: string, context: string): string;
}

/** AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce. Format: `keyId.nonce.tag.text`, base64url. */
export function createSealer(keys: SecretKeys['tokens']): Sealer {
  const newest = keys[0];
  if (newest === undefined) throw new Error('At least one token key is required');
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'));
      return [newest.id, ...parts].join('.');
    },
    open(sealed, context) {
      const [id, ...parts] = sealed.split('.');
      const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
      const key = keys.find((candidate) => candidate.id === id)?.key;
      if (!key || !nonce || !tag || !text)
        throw new Error('A sealed secret is malformed, or its key is missing');
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}
