import type { Person } from './life.ts';
import { couple } from './lives/couple.ts';
import { edgeCasePerson } from './lives/edge-case-person.ts';
import { freelancer } from './lives/freelancer.ts';
import { heavySpender } from './lives/heavy-spender.ts';
import { newcomer } from './lives/newcomer.ts';
import { retiree } from './lives/retiree.ts';
import { student } from './lives/student.ts';

/** All built-in people. The default person comes first. */
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
