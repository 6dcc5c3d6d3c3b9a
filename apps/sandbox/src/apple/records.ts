import { randomBytes } from 'node:crypto';
import type { StateFile } from '../state-file.ts';
import type { AuthorizeRequest, Scope } from './authorize-request.ts';
import type { ApplePerson } from './people.ts';

/** Somebody who has let the app know them; their next sign-in tells no name. */
export interface Authorisation extends Omit<ApplePerson, 'email'> {
  subject: string;
  /** Their own or the one that hides it: what the app is told. */
  sharedEmail: string;
  /** All that was ever asked for. */
  scopes: Scope[];
}

/** One sign-in, from its code to the tokens that came of it. Times are milliseconds since 1970. */
export interface Grant {
  subject: string;
  clientId: string;
  redirectUri: string;
  nonce: string;
  authTime: number;
  code: string;
  codeExpiresAt: number;
  /** Null until the code is exchanged. */
  tokens: { refresh: string; access: string } | null;
}

interface Saved {
  authorisations: Authorisation[];
  grants: Grant[];
}

const codeLifetime = 5 * 60_000;

/** What the provider remembers of people and apps, also over a restart: an app keeps its refresh tokens for years. */
export class Records {
  readonly #stateFile: StateFile;
  #authorisations = new Map<string, Authorisation>();
  #grants: Grant[] = [];

  constructor(stateFile: StateFile) {
    this.#stateFile = stateFile;
    const snapshot = (): Saved => ({
      authorisations: [...this.#authorisations.values()],
      grants: this.#grants,
    });
    // The file is the sandbox's own: the section holds what the line above wrote.
    const saved = stateFile.section('apple', snapshot) as Saved | undefined;
    for (const one of saved?.authorisations ?? []) this.#authorisations.set(one.subject, one);
    this.#grants = saved?.grants ?? [];
  }

  authorisation(subject: string): Authorisation | undefined {
    return this.#authorisations.get(subject);
  }

  /** Notes a consent and gives the code for it. */
  async grant(
    authorisation: Authorisation,
    { clientId, redirectUri, nonce }: AuthorizeRequest,
    now: number,
  ): Promise<Grant> {
    const { subject } = authorisation;
    this.#authorisations.set(subject, authorisation);
    this.#grants = this.#grants.filter((one) => one.tokens !== null || one.codeExpiresAt > now);
    const grant: Grant = {
      subject,
      clientId,
      redirectUri,
      nonce,
      authTime: now,
      code: newToken('c'),
      codeExpiresAt: now + codeLifetime,
      tokens: null,
    };
    this.#grants.push(grant);
    await this.#stateFile.save();
    return grant;
  }

  byCode(code: string): Grant | undefined {
    return this.#grants.find((one) => one.code === code);
  }

  byRefreshToken(token: string): Grant | undefined {
    return this.#grants.find((one) => one.tokens?.refresh === token);
  }

  /** Gives the first tokens of a grant, or a new access token beside the refresh token that it has. */
  async giveTokens(grant: Grant): Promise<{ refresh: string; access: string }> {
    // Set before the wait, so that of two exchanges of one code the second finds it used.
    const tokens = { refresh: grant.tokens?.refresh ?? newToken('r'), access: newToken('a') };
    grant.tokens = tokens;
    await this.#stateFile.save();
    return tokens;
  }

  /** Ends what a person let the app know, found by either token: the next time is the first time again. */
  async revoke(token: string): Promise<void> {
    const found = this.#grants.find(
      ({ tokens }) => tokens?.refresh === token || tokens?.access === token,
    );
    if (found === undefined) return;
    this.#authorisations.delete(found.subject);
    this.#grants = this.#grants.filter((one) => one.subject !== found.subject);
    await this.#stateFile.save();
  }

  clear(): void {
    this.#authorisations.clear();
    this.#grants = [];
  }
}

/** Letters and digits in the provider's manner: a letter for the kind, '.0.' between the parts. Random, so that none is met twice. */
function newToken(kind: 'c' | 'r' | 'a'): string {
  return `${kind}${randomBytes(16).toString('hex')}.0.${randomBytes(16).toString('hex')}`;
}
