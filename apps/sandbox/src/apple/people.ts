import { hash } from 'node:crypto';

/** Somebody who can sign in. */
export interface ApplePerson {
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
  /** How the truth values of their ID token are written: the provider uses "true" and true, and apps must take both. */
  flagsAs: 'text' | 'boolean';
}

/** Whom the page offers from the start. */
export const readyPeople: readonly ApplePerson[] = [
  {
    email: 'iris.novak@orchard.example',
    firstName: 'Iris',
    lastName: 'Novak',
    emailVerified: true,
    flagsAs: 'text',
  },
  {
    email: 'tomas.reyes@orchard.example',
    firstName: 'Tomás',
    lastName: 'Reyes',
    emailVerified: true,
    flagsAs: 'boolean',
  },
  {
    email: 'noor.haddad@postbox.example',
    firstName: 'Noor',
    lastName: 'Haddad',
    emailVerified: false,
    flagsAs: 'text',
  },
];

export function findPerson(email: string): ApplePerson | undefined {
  return readyPeople.find((person) => person.email === email.toLowerCase());
}

const relayDomain = '@privaterelay.appleid.com';

/** Whether an address hides the person's own. */
export function isRelay(email: string): boolean {
  return email.toLowerCase().endsWith(relayDomain);
}

/** The address that hides this one: it follows from the seed and the address. */
export function relayOf(seed: number, email: string): string {
  const digest = digestOf('relay', seed, email);
  return `${BigInt(`0x${digest}`).toString(36).slice(0, 10)}${relayDomain}`;
}

/** The lasting id of a person, in the provider's shape '000123.<32 hex digits>.0123'; it follows from the seed and the address. */
export function subjectOf(seed: number, email: string): string {
  const digest = digestOf('subject', seed, email);
  const digits = BigInt(`0x${digest.slice(32)}`)
    .toString()
    .slice(-8);
  return `00${digits.slice(0, 4)}.${digest.slice(0, 32)}.${digits.slice(4)}`;
}

/** How the flags of somebody who is not on the list are written: half of them in either way. */
export function flagsOf(email: string): ApplePerson['flagsAs'] {
  return Number.parseInt(digestOf('flags', 0, email).slice(0, 2), 16) % 2 === 0
    ? 'text'
    : 'boolean';
}

function digestOf(what: string, seed: number, email: string): string {
  return hash('sha256', ['apple', what, seed, email.toLowerCase()].join('\u0000'), 'hex');
}
