import { randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { StateFile } from '../state-file.ts';

interface SavedKey {
  kid: string;
  privateJwk: jose.JWK;
}

interface OpenKey {
  kid: string;
  key: CryptoKey;
  publicJwk: jose.JWK;
}

/**
 * The RSA key with which an identity provider signs its tokens (RS256). It is made at its first use, as most
 * rehearsals never sign anybody in this way, and it outlives a restart, so that a key set read before still fits.
 */
export class TokenKey {
  readonly #stateFile: StateFile;
  #kept: SavedKey | null;
  #open: Promise<OpenKey> | null = null;

  /** `section` is the name under which the state file keeps it. */
  constructor(stateFile: StateFile, section: string) {
    this.#stateFile = stateFile;
    // The file is the sandbox's own: the section holds what this very line wrote.
    this.#kept = (stateFile.section(section, () => this.#kept) as SavedKey | undefined) ?? null;
  }

  /** A signed token of these claims, which carry their own times. */
  async sign(claims: jose.JWTPayload, header: { typ?: string } = {}): Promise<string> {
    const { key, kid } = await this.#opened();
    return new jose.SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
  }

  /** The public half as a JSON Web Key Set. */
  async keySet(): Promise<{ keys: jose.JWK[] }> {
    const { publicJwk } = await this.#opened();
    return { keys: [publicJwk] };
  }

  #opened(): Promise<OpenKey> {
    this.#open ??= this.#make();
    return this.#open;
  }

  async #make(): Promise<OpenKey> {
    if (this.#kept === null) {
      const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true });
      this.#kept = { kid: randomUUID(), privateJwk: await jose.exportJWK(privateKey) };
      // On disk before anybody can have seen it.
      await this.#stateFile.save();
    }
    const { kid, privateJwk } = this.#kept;
    const key = await jose.importJWK(privateJwk, 'RS256');
    if (key instanceof Uint8Array) throw new Error('the saved token key is not an RSA key');
    const { n = '', e = '' } = privateJwk;
    return { kid, key, publicJwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e } };
  }
}
