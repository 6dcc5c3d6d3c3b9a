import type { ProofOf } from '@cairn/contract/proof';
import { expect, test } from 'vitest';
import {
  balanceBasisLabel,
  changeBasisLabel,
  estimatedNames,
  formatPeriod,
  proofPeriodLabel,
  proofTitle,
} from './proof-labels.ts';

const groupLabel = (group: string) => `Group ${group}`;

test.each([
  [{ of: 'spent' }, 'Spent'],
  [{ of: 'week' }, 'Spent'],
  [{ of: 'category', key: 'food_and_drink' }, 'Food and drink'],
  [{ of: 'spent', key: 'food_and_drink_coffee' }, 'Coffee'],
  [{ of: 'income', key: 'income_wages' }, 'Income: Wages'],
  [{ of: 'account_group', key: 'checking' }, 'Group checking'],
  [{ of: 'debt_group', key: 'other' }, 'Group other'],
  [{ of: 'net_worth' }, 'Net worth'],
  // A kind of total that this version of the app does not know.
  [{ of: 'something_new' }, 'This total'],
  [{ of: 'net_worth_change', key: 'an account' }, 'Net worth change'],
  [{ of: 'bills' }, 'Bills'],
  [{ of: 'non_bill_spending' }, 'Spent, excluding bills'],
  [{ of: 'budgeted' }, 'Spent in budgeted categories'],
  [{ of: 'budget_category', key: 'FOOD_AND_DRINK_COFFEE' }, 'Coffee'],
  [{ of: 'budget_category_bills', key: 'FOOD_AND_DRINK' }, 'Bills: Food and drink'],
])('the proof of %j has the title %s', (total, title) => {
  expect(proofTitle(total, groupLabel)).toBe(title);
});

test.each([
  ['2026-05-01', '2026-05-31', 'May 2026'],
  ['2028-02-01', '2028-02-29', 'February 2028'],
  ['2026-05-03', '2026-05-03', 'May 3, 2026'],
  ['2026-05-01', '2026-05-07', 'May 1, 2026 – May 7, 2026'],
  ['2026-04-01', '2026-05-31', 'Apr 1, 2026 – May 31, 2026'],
])('the period from %s to %s reads %s', (from, to, text) => {
  expect(formatPeriod({ from, to })).toBe(text);
});

const day = { from: '2026-05-03', to: '2026-05-03' };
const days = { from: '2026-05-01', to: '2026-05-31' };

test.each([
  [{ of: 'spent', period: days }, undefined, 'May 2026'],
  [{ of: 'spent' }, undefined, null],
  [{ of: 'spent' }, { kind: 'transactions' as const, period: days }, 'May 2026'],
  [
    { of: 'assets', period: day },
    { kind: 'balances' as const, as_of: '2026-05-03' },
    'At the end of May 3, 2026',
  ],
  [{ of: 'assets' }, { kind: 'balances' as const, as_of: null }, 'As of the last sync'],
  [
    { of: 'net_worth_change', period: days },
    undefined,
    'From the end of May 1, 2026 to the end of May 31, 2026',
  ],
  [
    { of: 'net_worth_change', period: days },
    { kind: 'changes' as const, period: { from: '2026-05-01', to: '2026-05-15' } },
    'From the end of May 1, 2026 to the end of May 15, 2026',
  ],
  [
    { of: 'estimated_remaining' },
    { kind: 'streams' as const },
    'From today to the end of this month',
  ],
  [{ of: 'due_next_7_days' }, { kind: 'streams' as const }, 'Today and the seven days after it'],
  [
    { of: 'monthly_subscriptions' },
    { kind: 'streams' as const },
    'In an average month, at the last amounts paid',
  ],
])('the proof of %j with %j covers %s', (total, proof, text) => {
  expect(proofPeriodLabel(total, proof)).toBe(text);
});

const basis = (
  kind: 'seen' | 'carried_forward' | 'carried_back',
  balance_kind: 'seen' | 'computed' | 'estimated',
) => ({ kind, day: '2026-05-03', balance_kind });

test.each([
  [basis('seen', 'seen'), 'Recorded by the sync on that day'],
  [
    basis('carried_forward', 'computed'),
    'Computed from May 3, 2026 plus transactions posted since',
  ],
  [basis('carried_back', 'computed'), 'Computed back from May 3, 2026 using posted transactions'],
  [basis('carried_forward', 'estimated'), 'Estimated: carried forward from May 3, 2026'],
  [basis('carried_back', 'estimated'), 'Estimated: carried back from May 3, 2026'],
])('a balance with the basis %j is labeled %s', (known, text) => {
  expect(balanceBasisLabel(known)).toBe(text);
});

test.each([
  [basis('carried_back', 'estimated'), null, 'Estimated at the start, current at the end'],
  [
    basis('carried_back', 'computed'),
    basis('seen', 'seen'),
    'Computed at the start, seen at the end',
  ],
])('a change from %j to %j is labeled %s', (was_basis, endBasis, text) => {
  expect(changeBasisLabel({ was_basis, basis: endBasis })).toBe(text);
});

test('the proof of a change names the accounts with an estimated balance before or after it, even if unchanged', () => {
  const account = (
    name: string,
    balances: Pick<ProofOf<'changes'>['accounts'][number], 'was_basis' | 'basis' | 'counted'>,
  ) => ({
    kind: 'account' as const,
    account_id: name,
    name,
    mask: null,
    institution_name: 'Harbor Savings',
    group: 'brokerage',
    currency: 'USD',
    was: 5,
    balance: 5,
    ...balances,
  });
  const [estimate, seen] = [basis('carried_back', 'estimated'), basis('seen', 'seen')];
  const proof: ProofOf<'changes'> = {
    kind: 'changes',
    sum: 3,
    currency: 'USD',
    period: days,
    accounts: [
      account('Checking', { was_basis: seen, basis: null, counted: 3 }),
      account('Broker', { was_basis: estimate, basis: null, counted: 0 }),
      account('Loan', { was_basis: seen, basis: estimate, counted: 0 }),
    ],
    omitted_accounts: [],
    posted: null,
  };
  expect(estimatedNames(proof)).toEqual(['Broker', 'Loan']);
});
