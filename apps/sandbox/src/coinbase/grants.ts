import { randomBytes } from 'node:crypto';
import type { StateFile } from '../state-file.ts';
import type { AuthorizeRequest, Scope } from './authorize-request.ts';

/** One grant: the code and the tokens exchanged for it. Times are milliseconds since 1970. */
export interface Grant {
  id: string;
  user: string;
  scopes: Scope[];
  redirectUri: string;
  challenge: AuthorizeRequest['challenge'];
  code: string;
  codeExpiresAt: number;
  /** Null until the code is exchanged. `refresh` is null without the scope offline_access. */
  tokens: { access: string; accessExpiresAt: number; refresh: string | null } | null;
  /** The refresh tokens that have already been used. Each can be used once. */
  usedRefreshTokens: string[];
  /** True once the user or the app has revoked the grant. */
  revoked: boolean;
  /** Number of token renewals. */
  renewals: number;
}

/** A grant in the state file. Earlier versions saved `usedRefreshTokens` as `used`. */
type SavedGrant = Omit<Grant, 'usedRefreshTokens'> &
  Partial<Pick<Grant, 'usedRefreshTokens'>> & { used?: string[] };

export const codeLifetimeMs = 10 * 60_000;
export const accessLifetimeSeconds = 3_600;

/** The exchange's grants. They are saved to the state file, because apps keep their tokens across restarts. */
export class Grants {
  readonly #stateFile: StateFile;
  #grants: Grant[];

  constructor(stateFile: StateFile) {
    this.#stateFile = stateFile;
    // Only this class writes the section, so its shape is known.
    const saved = stateFile.section('coinbase', () => this.#grants) as SavedGrant[] | undefined;
    this.#grants = (saved ?? []).map(({ used = [], ...grant }) => ({
      usedRefreshTokens: used,
      ...grant,
    }));
  }

  /** Creates a grant with a code. */
  async create(user: string, request: AuthorizeRequest, now: number): Promise<Grant> {
    const { scopes, redirectUri, challenge } = request;
    this.#grants = this.#grants.filter(
      (grant) => grant.tokens !== null || grant.codeExpiresAt > now,
    );
    const grant: Grant = {
      id: randomBytes(8).toString('hex'),
      user,
      scopes,
      redirectUri,
      challenge,
      code: newToken('ory_ac'),
      codeExpiresAt: now + codeLifetimeMs,
      tokens: null,
      usedRefreshTokens: [],
      revoked: false,
      renewals: 0,
    };
    this.#grants.push(grant);
    await this.#stateFile.save();
    return grant;
  }

  /** Lists the grants whose code has been exchanged for tokens, including revoked grants. */
  list(): readonly Grant[] {
    return this.#grants.filter(({ tokens }) => tokens !== null);
  }

  byCode(code: string): Grant | undefined {
    return this.#grants.find((grant) => grant.code === code);
  }

  byAccessToken(token: string): Grant | undefined {
    return this.#grants.find(({ tokens }) => tokens?.access === token);
  }

  byRefreshToken(token: string): Grant | undefined {
    return this.#grants.find(
      ({ tokens, usedRefreshTokens }) =>
        tokens?.refresh === token || usedRefreshTokens.includes(token),
    );
  }

  /** Issues the first token pair of a grant, or replaces the current pair. */
  async issueTokens(grant: Grant, now: number): Promise<NonNullable<Grant['tokens']>> {
    // Everything is set before the await, so that a concurrent call finds that the token has already been used.
    if (grant.tokens?.refresh) grant.usedRefreshTokens.push(grant.tokens.refresh);
    if (grant.tokens !== null) grant.renewals += 1;
    const tokens = {
      access: newToken('ory_at'),
      accessExpiresAt: now + accessLifetimeSeconds * 1_000,
      refresh: grant.scopes.includes('offline_access') ? newToken('ory_rt') : null,
    };
    grant.tokens = tokens;
    await this.#stateFile.save();
    return tokens;
  }

  /** Revokes a grant and both of its tokens. */
  async revoke(grant: Grant): Promise<void> {
    grant.revoked = true;
    await this.#stateFile.save();
  }

  /** Expires the access tokens of a user's grants now. Returns the number of grants. */
  async expireAccessTokens(user: string, now: number): Promise<number> {
    const userGrants = this.#grants.filter((grant) => grant.user === user && grant.tokens !== null);
    for (const { tokens } of userGrants) if (tokens) tokens.accessExpiresAt = now;
    await this.#stateFile.save();
    return userGrants.length;
  }

  clear(): void {
    this.#grants = [];
  }
}

/** Creates a random token, so that none is reused after a reset. */
const newToken = (kind: 'ory_ac' | 'ory_at' | 'ory_rt'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`;
