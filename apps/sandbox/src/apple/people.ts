import { hash } from 'node:crypto';

/** A person who can sign in. */
export interface ApplePerson {
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
  /** The type of boolean claims in the ID token. The provider uses both "true" and true, so apps must accept both. */
  booleanFormat: 'text' | 'boolean';
}

/** The people listed on the page. */
export const builtInPeople: readonly ApplePerson[] = [
  {
    email: 'iris.novak@orchard.example',
    firstName: 'Iris',
    lastName: 'Novak',
    emailVerified: true,
    booleanFormat: 'text',
  },
  {
    email: 'tomas.reyes@orchard.example',
    firstName: 'Tomás',
    lastName: 'Reyes',
    emailVerified: true,
    booleanFormat: 'boolean',
  },
  {
    email: 'noor.haddad@postbox.example',
    firstName: 'Noor',
    lastName: 'Haddad',
    emailVerified: false,
    booleanFormat: 'text',
  },
];

export function findPerson(email: string): ApplePerson | undefined {
  return builtInPeople.find((person) => person.email === email.toLowerCase());
}

const relayDomain = '@privaterelay.appleid.com';

/** True for a relay address, which hides the person's own address. */
export function isRelay(email: string): boolean {
  return email.toLowerCase().endsWith(relayDomain);
}

/** Returns the relay address of an email, derived from the seed and the email. */
export function relayEmailOf(seed: number, email: string): string {
  const digest = digestOf('relay', seed, email);
  return `${BigInt(`0x${digest}`).toString(36).slice(0, 10)}${relayDomain}`;
}

/** Returns a person's stable ID in the provider's format '000123.<32 hex digits>.0123', derived from the seed and the email. */
export function subjectOf(seed: number, email: string): string {
  const digest = digestOf('subject', seed, email);
  const digits = BigInt(`0x${digest.slice(32)}`)
    .toString()
    .slice(-8);
  return `00${digits.slice(0, 4)}.${digest.slice(0, 32)}.${digits.slice(4)}`;
}

/** Returns the type of boolean claims for a person who is not listed: each type for half of all emails. */
export function booleanFormatOf(email: string): ApplePerson['booleanFormat'] {
  return Number.parseInt(digestOf('flags', 0, email).slice(0, 2), 16) % 2 === 0
    ? 'text'
    : 'boolean';
}

function digestOf(purpose: string, seed: number, email: string): string {
  return hash('sha256', ['apple', purpose, seed, email.toLowerCase()].join('\u0000'), 'hex');
}
