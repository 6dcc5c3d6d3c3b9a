import type { Person } from './life.ts';
import { personOf } from './live.ts';
import { steady } from './values.ts';

/** Someone who opened their accounts today: balances, and nothing has happened yet. */
export const newcomer: Person = personOf(
  {
    username: 'user_empty',
    password: 'pass_empty',
    fullName: 'Nils Ferreira',
    description: 'Two brand-new accounts without a single transaction.',
  },
  {
    accounts: [
      {
        key: 'checking',
        type: 'depository',
        subtype: 'checking',
        name: 'New Checking',
        officialName: 'Welcome Checking Account',
        mask: '1000',
        balance: { kind: 'valued', at: steady(25_000) },
      },
      {
        key: 'savings',
        type: 'depository',
        subtype: 'savings',
        name: 'New Savings',
        officialName: 'Welcome Savings Account',
        mask: '1001',
        balance: { kind: 'valued', at: steady(0) },
      },
    ],
    ingredients: [],
  },
);
