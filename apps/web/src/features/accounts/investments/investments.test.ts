import { expect, test } from 'vitest';
import type { Account } from '../accounts.api.ts';
import { groupInvestments } from './investments.ts';

const account = (
  name: string,
  current: number | null,
  changes: Partial<Account> = {},
): Account => ({
  account_id: name,
  name,
  provider_name: null,
  mask: null,
  link_id: 'link',
  institution_name: 'Quillon Investments',
  institution_logo_url: null,
  institution_color: null,
  type: 'investment',
  subtype: 'brokerage',
  currency: 'USD',
  balances: { current, available: null, limit: null },
  balances_as_of: null,
  hidden: false,
  closed_at: null,
  duplicate: false,
  ...changes,
});

test('visible investment accounts are grouped by kind and sorted by value', () => {
  const { kinds, total } = groupInvestments(
    [
      account('small', 100.1),
      account('checking', 900, { type: 'depository', subtype: 'checking' }),
      account('retirement', 700.2, { subtype: '401k' }),
      account('large', 200.2),
      account('hidden', 50, { hidden: true }),
    ],
    'USD',
  );
  expect(total).toBe(100_050);
  expect(kinds.map(({ label, total }) => [label, total])).toEqual([
    ['401(k)', 70_020],
    ['Brokerage', 30_030],
  ]);
  expect(kinds[1]?.accounts.map(({ account: { name } }) => name)).toEqual(['large', 'small']);
  const shares = kinds.flatMap(({ accounts }) => accounts.map(({ share }) => share ?? 0));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
});

test('duplicates, accounts without a balance, and foreign-currency accounts are listed but not counted', () => {
  const { kinds, total } = groupInvestments(
    [
      account('counted', 10),
      account('duplicate', 10, { duplicate: true }),
      account('empty', null),
      account('foreign', 10, { currency: 'EUR' }),
    ],
    'USD',
  );
  expect(total).toBe(1_000);
  const reasons = kinds[0]?.accounts.map(({ account: { name }, reasonNotCounted }) => [
    name,
    reasonNotCounted,
  ]);
  expect(new Map(reasons as [string, string | null][])).toEqual(
    new Map([
      ['counted', null],
      ['duplicate', 'Linked twice, counted once'],
      ['foreign', 'In EUR, not counted'],
      ['empty', 'No balance, not counted'],
    ]),
  );
});

test('a kind of investment account is linked to its account group unless the group has other accounts too', () => {
  const { kinds } = groupInvestments(
    [
      account('broker', 3),
      account('fund', 2, { subtype: 'cash management' }),
      account('deposit', 9, { subtype: 'cash management', type: 'depository' }),
      account('unnamed', 1, { subtype: null }),
    ],
    'USD',
  );
  expect(kinds.map(({ label, group, total }) => [label, group, total])).toEqual([
    ['Brokerage', 'brokerage', 300],
    ['Cash management', null, 200],
    ['Investment', 'investment', 100],
  ]);
});

test('without investment accounts there are no kinds, and the total is 0', () => {
  expect(groupInvestments([], 'USD')).toEqual({ currency: 'USD', total: 0, kinds: [] });
});
