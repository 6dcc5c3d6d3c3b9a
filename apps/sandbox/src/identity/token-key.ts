import { randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { StateFile } from '../state-file.ts';

interface SavedKey {
  kid: string;
  privateJwk: jose.JWK;
}

interface LoadedKey {
  kid: string;
  key: CryptoKey;
  publicJwk: jose.JWK;
}

/**
 * The RSA key that signs an identity provider's tokens (RS256). It is created on first use, because most runs of the
 * sandbox never need it, and it is saved, so that a cached key set stays valid across a restart.
 */
export class TokenKey {
  readonly #stateFile: StateFile;
  #saved: SavedKey | null;
  #loaded: Promise<LoadedKey> | null = null;

  /** `section` is the key's section in the state file. */
  constructor(stateFile: StateFile, section: string) {
    this.#stateFile = stateFile;
    // Only this line writes the section, so its shape is known.
    this.#saved = (stateFile.section(section, () => this.#saved) as SavedKey | undefined) ?? null;
  }

  /** Signs a token with these claims, which include the times. */
  async sign(claims: jose.JWTPayload, header: { typ?: string } = {}): Promise<string> {
    const { key, kid } = await this.#load();
    return new jose.SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
  }

  /** Returns the public key as a JSON Web Key Set. */
  async keySet(): Promise<{ keys: jose.JWK[] }> {
    const { publicJwk } = await this.#load();
    return { keys: [publicJwk] };
  }

  #load(): Promise<LoadedKey> {
    this.#loaded ??= this.#loadOrCreate();
    return this.#loaded;
  }

  async #loadOrCreate(): Promise<LoadedKey> {
    if (this.#saved === null) {
      const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true });
      this.#saved = { kid: randomUUID(), privateJwk: await jose.exportJWK(privateKey) };
      // Save the key before it is used.
      await this.#stateFile.save();
    }
    const { kid, privateJwk } = this.#saved;
    const key = await jose.importJWK(privateJwk, 'RS256');
    if (key instanceof Uint8Array) throw new Error('the saved token key is not an RSA key');
    const { n = '', e = '' } = privateJwk;
    return { kid, key, publicJwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e } };
  }
}
