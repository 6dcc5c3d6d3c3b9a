import { randomBytes } from 'node:crypto';
import type { StateFile } from '../state-file.ts';
import type { AuthorizeRequest, Scope } from './authorize-request.ts';
import type { ApplePerson } from './people.ts';

/** A person's consent to the app. Later sign-ins do not send the name again. */
export interface Authorization extends Omit<ApplePerson, 'email'> {
  subject: string;
  /** The email that the app receives: the person's own or a relay address. */
  sharedEmail: string;
  /** All scopes requested so far. */
  scopes: Scope[];
}

/** One sign-in: the code and the tokens exchanged for it. Times are milliseconds since 1970. */
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

/** An authorization in the state file. Earlier versions saved `booleanFormat` as `flagsAs`. */
type SavedAuthorization = Omit<Authorization, 'booleanFormat'> &
  Partial<Pick<Authorization, 'booleanFormat'>> & { flagsAs?: Authorization['booleanFormat'] };

interface Saved {
  authorizations: SavedAuthorization[];
  grants: Grant[];
}

const codeLifetime = 5 * 60_000;

/** The provider's consents and grants. They are saved, because apps keep refresh tokens across restarts. */
export class Records {
  readonly #stateFile: StateFile;
  #authorizations = new Map<string, Authorization>();
  #grants: Grant[] = [];

  constructor(stateFile: StateFile) {
    this.#stateFile = stateFile;
    const snapshot = (): Saved => ({
      authorizations: [...this.#authorizations.values()],
      grants: this.#grants,
    });
    // Only this class writes the section, so its shape is known.
    const saved = stateFile.section('apple', snapshot) as Saved | undefined;
    for (const { flagsAs = 'boolean', ...entry } of saved?.authorizations ?? [])
      this.#authorizations.set(entry.subject, { booleanFormat: flagsAs, ...entry });
    this.#grants = saved?.grants ?? [];
  }

  authorization(subject: string): Authorization | undefined {
    return this.#authorizations.get(subject);
  }

  /** Records a consent and creates a grant with a code. */
  async createGrant(
    authorization: Authorization,
    { clientId, redirectUri, nonce }: AuthorizeRequest,
    now: number,
  ): Promise<Grant> {
    const { subject } = authorization;
    this.#authorizations.set(subject, authorization);
    this.#grants = this.#grants.filter(
      (entry) => entry.tokens !== null || entry.codeExpiresAt > now,
    );
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
    return this.#grants.find((entry) => entry.code === code);
  }

  byRefreshToken(token: string): Grant | undefined {
    return this.#grants.find((entry) => entry.tokens?.refresh === token);
  }

  /** Issues the first tokens of a grant, or a new access token with the existing refresh token. */
  async issueTokens(grant: Grant): Promise<{ refresh: string; access: string }> {
    // The tokens are set before the await, so that a concurrent exchange finds that the code has already been used.
    const tokens = { refresh: grant.tokens?.refresh ?? newToken('r'), access: newToken('a') };
    grant.tokens = tokens;
    await this.#stateFile.save();
    return tokens;
  }

  /** Revokes a person's consent, found by either token. The next sign-in is a first sign-in again. */
  async revoke(token: string): Promise<void> {
    const grant = this.#grants.find(
      ({ tokens }) => tokens?.refresh === token || tokens?.access === token,
    );
    if (grant !== undefined) await this.endConsent(grant.subject);
  }

  /** Ends a person's consent, as the person can do in the settings of their device. */
  async endConsent(subject: string): Promise<void> {
    this.#authorizations.delete(subject);
    this.#grants = this.#grants.filter((entry) => entry.subject !== subject);
    await this.#stateFile.save();
  }

  clear(): void {
    this.#authorizations.clear();
    this.#grants = [];
  }
}

/** Creates a token in the provider's format: a letter for its kind and two parts separated by '.0.'. The parts are random, so that tokens are never reused. */
function newToken(kind: 'c' | 'r' | 'a'): string {
  return `${kind}${randomBytes(16).toString('hex')}.0.${randomBytes(16).toString('hex')}`;
}
