import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKeys } from './secret-keys.ts';

/** Encrypts provider tokens at rest. */
export interface Sealer {
  /** `context` (user and item) is bound in: a row copied elsewhere does not open. */
  seal(plain: string, context: string): string;
  /** Throws if the text was changed, moved to another context, or sealed with a key that is gone. */
  open(sealed: string, context: string): string;
}

/** AES-256-GCM (NIST SP 800-38D), 96-bit random nonce: `key id . nonce . tag . text`, base64url. */
export function createSealer(keys: SecretKeys['tokens']): Sealer {
  const newest = keys[0];
  if (newest === undefined) throw new Error('At least one token key is needed');
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
      if (!key || !nonce || !tag || !text) throw new Error('A sealed secret has no key or no form');
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}
