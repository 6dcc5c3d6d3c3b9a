import { couple } from './couple.ts';
import { freelancer } from './freelancer.ts';
import { heavySpender } from './heavy-spender.ts';
import type { Person } from './life.ts';
import { newcomer } from './newcomer.ts';
import { oddity } from './oddities.ts';
import { retiree } from './retiree.ts';
import { student } from './student.ts';

/** Everyone who can be linked, the one most people try first. */
export const people: readonly Person[] = [
  couple,
  freelancer,
  student,
  retiree,
  heavySpender,
  oddity,
  newcomer,
];

/** The person who signs in at the bank with this user name, or null. */
export function personByUsername(username: string): Person | null {
  return people.find((person) => person.username === username) ?? null;
}
