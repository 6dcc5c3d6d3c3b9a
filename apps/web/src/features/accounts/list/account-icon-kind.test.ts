import { expect, test } from 'vitest';
import { accountIconKind } from './account-icon-kind.ts';

test.each([
  ['depository', 'checking', 'checking'],
  ['depository', 'savings', 'other'],
  ['depository', 'money market', 'other'],
  ['credit', 'credit card', 'credit card'],
  ['credit', 'paypal', 'credit card'],
  ['loan', 'mortgage', 'mortgage'],
  ['loan', 'student', 'student'],
  ['loan', 'auto', 'auto'],
  ['loan', 'home equity', 'loan'],
  ['loan', null, 'loan'],
  ['investment', '401k', 'investment'],
  ['investment', 'sep ira', 'investment'],
  ['other', null, 'other'],
  ['constructor', 'toString', 'other'],
])('an account of type %s and subtype %s gets the %s icon', (type, subtype, kind) => {
  expect(accountIconKind({ type, subtype })).toBe(kind);
});
