import { hash } from 'node:crypto';
import type { StateFile } from '../state-file.ts';

/** An account that can sign in. */
export interface GoogleAccount {
  email: string;
  name: string;
  emailVerified: boolean;
  /** The Workspace domain. Null for a personal account. */
  hd: string | null;
}

/** The accounts listed in the chooser: one of each kind that an app must distinguish. */
export const builtInAccounts: readonly GoogleAccount[] = [
  {
    email: 'dana.diaz.sandbox@gmail.com',
    name: 'Dana Diaz',
    emailVerified: true,
    hd: null,
  },
  {
    email: 'wren@harborworks.example',
    name: 'Wren Adeyemi',
    emailVerified: true,
    hd: 'harborworks.example',
  },
  {
    email: 'milo@postbox.example',
    name: 'Milo Brandt',
    emailVerified: false,
    hd: null,
  },
];

/** Returns an account's stable ID: 21 digits derived from the seed and the email. */
export function subjectOf(seed: number, email: string): string {
  const digest = hash('sha256', ['google', seed, email.toLowerCase()].join('\u0000'), 'hex');
  return `1${BigInt(`0x${digest}`).toString().slice(-20).padStart(20, '0')}`;
}

interface Saved {
  added: GoogleAccount[];
  consents: string[];
}

/** The accounts, and their consents to the app. */
export class Accounts {
  readonly #stateFile: StateFile;
  #added: GoogleAccount[] = [];
  /** Emails in lower case. */
  #consents = new Set<string>();

  constructor(stateFile: StateFile) {
    this.#stateFile = stateFile;
    const snapshot = (): Saved => ({ added: this.#added, consents: [...this.#consents] });
    // Only this class writes the section, so its shape is known.
    const saved = stateFile.section('google', snapshot) as Saved | undefined;
    if (saved === undefined) return;
    this.#added = saved.added;
    this.#consents = new Set(saved.consents);
  }

  /** Returns the built-in accounts, then the other accounts that have signed in, oldest first. */
  list(): readonly GoogleAccount[] {
    return [...builtInAccounts, ...this.#added];
  }

  find(email: string): GoogleAccount | undefined {
    const lowerCase = email.toLowerCase();
    return this.list().find((account) => account.email.toLowerCase() === lowerCase);
  }

  /** Records a sign-in: saves the account for the chooser, and its consent. */
  async signIn(account: GoogleAccount): Promise<void> {
    const email = account.email.toLowerCase();
    this.#consents.add(email);
    if (!builtInAccounts.some((account) => account.email === email)) {
      this.#added = this.#added.filter((account) => account.email.toLowerCase() !== email);
      this.#added.push(account);
    }
    await this.#stateFile.save();
  }

  /** Revokes the consent of `hint` (an email or a subject). Returns false if there is none. */
  async revoke(hint: string, seed: number): Promise<boolean> {
    const email = [...this.#consents].find(
      (account) => account === hint.toLowerCase() || subjectOf(seed, account) === hint,
    );
    if (email === undefined) return false;
    this.#consents.delete(email);
    await this.#stateFile.save();
    return true;
  }

  clear(): void {
    this.#added = [];
    this.#consents.clear();
  }
}
