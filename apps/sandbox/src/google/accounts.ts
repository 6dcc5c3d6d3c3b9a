import { hash } from 'node:crypto';
import type { StateFile } from '../state-file.ts';

/** Somebody who can sign in. */
export interface GoogleAccount {
  email: string;
  name: string;
  emailVerified: boolean;
  /** The domain of the organisation that runs the account; null for a person's own. */
  hd: string | null;
}

/** Whom the chooser offers from the start: one of each kind that an app must tell apart. */
export const readyAccounts: readonly GoogleAccount[] = [
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

/** The lasting id of an account: 21 digits that follow from the seed and the address. */
export function subjectOf(seed: number, email: string): string {
  const digest = hash('sha256', ['google', seed, email.toLowerCase()].join('\u0000'), 'hex');
  return `1${BigInt(`0x${digest}`).toString().slice(-20).padStart(20, '0')}`;
}

interface Saved {
  added: GoogleAccount[];
  consents: string[];
}

/** Who has an account, and who has let the app know them. */
export class Accounts {
  readonly #stateFile: StateFile;
  #added: GoogleAccount[] = [];
  /** Addresses, in lower case. */
  #consents = new Set<string>();

  constructor(stateFile: StateFile) {
    this.#stateFile = stateFile;
    const snapshot = (): Saved => ({ added: this.#added, consents: [...this.#consents] });
    // The file is the sandbox's own: the section holds what the line above wrote.
    const saved = stateFile.section('google', snapshot) as Saved | undefined;
    if (saved === undefined) return;
    this.#added = saved.added;
    this.#consents = new Set(saved.consents);
  }

  /** The ready-made ones, then those that signed in here, oldest first. */
  list(): readonly GoogleAccount[] {
    return [...readyAccounts, ...this.#added];
  }

  find(email: string): GoogleAccount | undefined {
    const wanted = email.toLowerCase();
    return this.list().find((account) => account.email.toLowerCase() === wanted);
  }

  /** Notes a sign-in: the account is offered from now on, as it was given last, and its consent can be revoked. */
  async signIn(account: GoogleAccount): Promise<void> {
    const email = account.email.toLowerCase();
    this.#consents.add(email);
    if (!readyAccounts.some((each) => each.email === email)) {
      this.#added = this.#added.filter((each) => each.email.toLowerCase() !== email);
      this.#added.push(account);
    }
    await this.#stateFile.save();
  }

  /** Takes back what `hint` (an address or a subject) let the app know; false: there is nothing to take back. */
  async revoke(hint: string, seed: number): Promise<boolean> {
    const email = [...this.#consents].find(
      (each) => each === hint.toLowerCase() || subjectOf(seed, each) === hint,
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
