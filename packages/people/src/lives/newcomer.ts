import { definePerson } from '../generate-life.ts';
import type { Person } from '../life.ts';
import { constantBalance } from '../money/balance-models.ts';

/** A person with new accounts: balances and no transactions yet. */
export const newcomer: Person = definePerson(
  {
    username: 'user_empty',
    password: 'pass_empty',
    fullName: 'Nils Ferreira',
    description: 'Two new accounts with no transactions.',
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
        balance: { kind: 'computed', balanceOn: constantBalance(25_000) },
      },
      {
        key: 'savings',
        type: 'depository',
        subtype: 'savings',
        name: 'New Savings',
        officialName: 'Welcome Savings Account',
        mask: '1001',
        balance: { kind: 'computed', balanceOn: constantBalance(0) },
      },
    ],
    sources: [],
  },
);
