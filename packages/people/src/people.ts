import { couple } from './couple.ts';
import { freelancer } from './freelancer.ts';
import { heavySpender } from './heavy-spender.ts';
import type { Person } from './life.ts';
import { newcomer } from './newcomer.ts';
import { edgeCasePerson } from './oddities.ts';
import { retiree } from './retiree.ts';
import { student } from './student.ts';

/** All built-in people. The default one comes first. */
export const people: readonly Person[] = [
  couple,
  freelancer,
  student,
  retiree,
  heavySpender,
  edgeCasePerson,
  newcomer,
];

/** Returns the person with this bank username, or null. */
export function personByUsername(username: string): Person | null {
  return people.find((person) => person.username === username) ?? null;
}
