import { randomBytes } from 'node:crypto';
import type { StateFile } from '../state-file.ts';
import type { AuthorizeRequest, Scope } from './authorize-request.ts';

/** One consent, from its code to the tokens that came of it. Times are milliseconds since 1970. */
export interface Grant {
  id: string;
  user: string;
  scopes: Scope[];
  redirectUri: string;
  challenge: AuthorizeRequest['challenge'];
  code: string;
  codeExpiresAt: number;
  /** Null until the code is exchanged. `refresh` null: it was not asked for. */
  tokens: { access: string; accessExpiresAt: number; refresh: string | null } | null;
  /** Refresh tokens that were used: each counts once. */
  used: string[];
  /** The person, or an app, has ended it. */
  revoked: boolean;
  /** How often its tokens were renewed. */
  renewals: number;
}

export const codeLifetime = 10 * 60_000;
/** Seconds. */
export const accessLifetime = 3_600;

/** What the exchange remembers of consents, also over a restart: an app keeps its tokens for months. */
export class Grants {
  readonly #stateFile: StateFile;
  #grants: Grant[];

  constructor(stateFile: StateFile) {
    this.#stateFile = stateFile;
    // The file is the sandbox's own: the section holds what this very line wrote.
    this.#grants = (stateFile.section('coinbase', () => this.#grants) as Grant[] | undefined) ?? [];
  }

  /** Notes a consent and gives the code for it. */
  async consent(user: string, request: AuthorizeRequest, now: number): Promise<Grant> {
    const { scopes, redirectUri, challenge } = request;
    this.#grants = this.#grants.filter((one) => one.tokens !== null || one.codeExpiresAt > now);
    const grant: Grant = {
      id: randomBytes(8).toString('hex'),
      user,
      scopes,
      redirectUri,
      challenge,
      code: newToken('ory_ac'),
      codeExpiresAt: now + codeLifetime,
      tokens: null,
      used: [],
      revoked: false,
      renewals: 0,
    };
    this.#grants.push(grant);
    await this.#stateFile.save();
    return grant;
  }

  list(): readonly Grant[] {
    return this.#grants.filter(({ tokens }) => tokens !== null);
  }

  byCode(code: string): Grant | undefined {
    return this.#grants.find((one) => one.code === code);
  }

  byAccessToken(token: string): Grant | undefined {
    return this.#grants.find(({ tokens }) => tokens?.access === token);
  }

  byRefreshToken(token: string): Grant | undefined {
    return this.#grants.find(
      ({ tokens, used }) => tokens?.refresh === token || used.includes(token),
    );
  }

  /** Gives the first pair of a grant, or a new one in place of the one that it has. */
  async giveTokens(grant: Grant, now: number): Promise<NonNullable<Grant['tokens']>> {
    // Set before the wait, so that of two calls with one token the second finds it used.
    if (grant.tokens?.refresh) grant.used.push(grant.tokens.refresh);
    if (grant.tokens !== null) grant.renewals += 1;
    const tokens = {
      access: newToken('ory_at'),
      accessExpiresAt: now + accessLifetime * 1_000,
      refresh: grant.scopes.includes('offline_access') ? newToken('ory_rt') : null,
    };
    grant.tokens = tokens;
    await this.#stateFile.save();
    return tokens;
  }

  /** Ends a grant: neither of its tokens opens anything from here on. */
  async revoke(grant: Grant): Promise<void> {
    grant.revoked = true;
    await this.#stateFile.save();
  }

  /** Lets the access tokens of somebody's grants run out now. */
  async expire(user: string, now: number): Promise<number> {
    const theirs = this.#grants.filter((one) => one.user === user && one.tokens !== null);
    for (const { tokens } of theirs) if (tokens) tokens.accessExpiresAt = now;
    await this.#stateFile.save();
    return theirs.length;
  }

  clear(): void {
    this.#grants = [];
  }
}

/** Random, so that none is met twice. */
const newToken = (kind: 'ory_ac' | 'ory_at' | 'ory_rt'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`;
