import { describe, expect, test } from 'vitest';
import type { Liability } from '../accounts.api.ts';
import { getNextPayment, listDebtFacts } from './debt-details.ts';

const unreported: Liability = {
  account_id: 'card',
  kind: 'credit',
  currency: 'USD',
  minimum_payment_amount: null,
  next_payment_due_date: null,
  is_overdue: null,
  past_due_amount: null,
  last_payment_amount: null,
  last_payment_date: null,
  last_statement_balance: null,
  last_statement_issue_date: null,
  interest_rate: null,
  interest_type: null,
  aprs: [],
  origination_principal_amount: null,
  origination_date: null,
  maturity_date: null,
  as_of: '2026-11-22T06:00:00Z',
};
const next = (reported: Partial<Liability>) =>
  getNextPayment({ ...unreported, ...reported }, '2026-11-22');

describe('the next payment', () => {
  test.each<[Partial<Liability>, ReturnType<typeof next>]>([
    [{}, null],
    [{ is_overdue: false }, null],
    [
      { minimum_payment_amount: 35, next_payment_due_date: '2026-12-08' },
      { amount: 35, note: 'Due Dec 8, 2026 · in 16 days', tone: 'plain' },
    ],
    [
      { minimum_payment_amount: 35, next_payment_due_date: '2026-11-22' },
      { amount: 35, note: 'Due Nov 22, 2026 · today', tone: 'plain' },
    ],
    [
      { minimum_payment_amount: 35, next_payment_due_date: '2026-11-20', is_overdue: false },
      { amount: 35, note: 'Was due Nov 20, 2026', tone: 'attention' },
    ],
    [
      { minimum_payment_amount: 35, next_payment_due_date: '2026-11-20', is_overdue: true },
      { amount: 35, note: 'Overdue · was due Nov 20, 2026', tone: 'danger' },
    ],
    [{ is_overdue: true }, { amount: null, note: 'Overdue', tone: 'danger' }],
    [
      { minimum_payment_amount: 0 },
      { amount: null, note: 'Nothing due until the next statement', tone: 'plain' },
    ],
    [{ minimum_payment_amount: 12 }, { amount: 12, note: 'Due date unavailable', tone: 'plain' }],
    [
      { next_payment_due_date: '2026-12-01' },
      { amount: null, note: 'Due Dec 1, 2026 · in 9 days', tone: 'plain' },
    ],
  ])('is derived from %j', (reported, expected) => {
    expect(next(reported)).toEqual(expected);
  });
});

test('facts that the lender reports are listed and the others are left out', () => {
  expect(listDebtFacts(unreported)).toEqual([]);
  expect(listDebtFacts({ ...unreported, past_due_amount: 0 })).toEqual([]);
  expect(
    listDebtFacts({
      ...unreported,
      past_due_amount: 12.5,
      last_statement_balance: 912.34,
      last_statement_issue_date: '2026-11-13',
      last_payment_amount: 410,
      aprs: [
        { type: 'purchase_apr', percentage: 22.49 },
        { type: 'unknown_apr', percentage: 5 },
      ],
      interest_rate: 4.25,
      interest_type: 'fixed',
      maturity_date: '2051-07-01',
    }).map(({ name, figure, note }) => [name, figure, note]),
  ).toEqual([
    ['Past due', '$12.50', null],
    ['Last statement', '$912.34', 'Nov 13, 2026'],
    ['Last payment', '$410.00', null],
    ['Interest rate', '4.25%', 'Fixed'],
    ['Purchase APR', '22.49%', null],
    ['APR', '5.00%', null],
    ['Paid off by', 'Jul 1, 2051', null],
  ]);
});
