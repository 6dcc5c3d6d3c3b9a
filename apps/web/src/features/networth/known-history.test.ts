import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimatedAccounts, knownChanges, knownHistory } from './known-history.ts';
import type { NetWorthHistory } from './networth.api.ts';

type Account = NetWorthHistory['accounts'][number];
type Kind = Account['kinds'][number];

const kindByMark: Record<string, Kind> = { '#': 'seen', '=': 'computed', '~': 'estimated' };

/** An account with one balance and one kind (its mark) per day. */
const account = (id: string, group: string, kinds: string, balances: number[]): Account => ({
  account_id: id,
  is_debt: group === 'mortgage',
  group,
  balances,
  kinds: [...kinds].map((mark) => kindByMark[mark] ?? 'estimated'),
});

/** A history as the server returns it. */
function historyOf(...accounts: Account[]) {
  const groups = [
    ...new Map(accounts.map(({ group, is_debt }) => [group, { group, is_debt }])).values(),
  ];
  const length = accounts[0]?.kinds.length ?? 0;
  const points = Array.from({ length }, (_, index) => {
    const sum = (members: Account[]) =>
      members.reduce((total, { balances }) => total + (balances[index] ?? 0), 0);
    const [assets, debts] = [false, true].map((debt) =>
      sum(accounts.filter(({ is_debt }) => is_debt === debt)),
    ) as [number, number]; // The two sides, in this order.
    return {
      date: `2026-05-${String(index + 1).padStart(2, '0')}`,
      assets,
      debts,
      net: assets - debts,
      groups: groups.map(({ group }) => sum(accounts.filter((account) => account.group === group))),
      estimated: accounts.some(({ kinds }) => kinds[index] === 'estimated'),
    };
  });
  return { points, groups, accounts, currency: 'USD' };
}

describe('the known history', () => {
  const history = historyOf(
    account('checking', 'checking', '~==#', [10, 11, 12, 13]),
    account('broker', 'brokerage', '~~~#', [500, 500, 500, 500]),
    account('house', 'mortgage', '~~~#', [200, 200, 200, 200]),
  );

  test('leaves out estimated accounts day by day, and days without a known account', () => {
    expect(knownHistory(history).points).toEqual([
      { date: '2026-05-02', assets: 11, debts: 0, net: 11, groups: [11, 0, 0], estimated: false },
      { date: '2026-05-03', assets: 12, debts: 0, net: 12, groups: [12, 0, 0], estimated: false },
      {
        date: '2026-05-04',
        assets: 513,
        debts: 200,
        net: 313,
        groups: [13, 500, 200],
        estimated: false,
      },
    ]);
  });

  test('lists the days on which the balances of accounts become known or unknown', () => {
    expect(knownChanges(knownHistory(history))).toEqual([
      { index: 2, becameKnown: ['broker', 'house'], becameUnknown: [] },
    ]);
    expect(knownChanges(historyOf(account('broker', 'brokerage', '#~#=', [1, 1, 1, 1])))).toEqual([
      { index: 1, becameKnown: [], becameUnknown: ['broker'] },
      { index: 2, becameKnown: ['broker'], becameUnknown: [] },
    ]);
  });

  test('lists the accounts whose balance is estimated on a day', () => {
    expect(estimatedAccounts(history.accounts, 1)).toEqual(['broker', 'house']);
    expect(estimatedAccounts(history.accounts, 3)).toEqual([]);
  });

  test('equals the history if nothing is estimated', () => {
    const known = historyOf(account('checking', 'checking', '=#=#', [1.1, 2.2, 3.3, 4.4]));
    expect(knownHistory(known)).toEqual(known);
    expect(knownChanges(known)).toEqual([]);
  });
});

test('the known history of random accounts adds up to the cent', () => {
  const days = 8;
  const randomAccount = fc
    .record({
      group: fc.constantFrom('checking', 'brokerage', 'mortgage'),
      kinds: fc.array(fc.constantFrom('#', '=', '~'), { minLength: days, maxLength: days }),
      cents: fc.array(fc.integer({ min: -1e7, max: 1e7 }), { minLength: days, maxLength: days }),
    })
    .map(({ group, kinds, cents }) => ({ group, kinds: kinds.join(''), cents }));
  fc.assert(
    fc.property(fc.array(randomAccount, { minLength: 1, maxLength: 6 }), (drawn) => {
      const accounts = drawn.map(({ group, kinds, cents }, index) =>
        account(
          `account ${index}`,
          group,
          kinds,
          cents.map((amount) => amount / 100),
        ),
      );
      const { points } = knownHistory(historyOf(...accounts));
      for (const { date, assets, debts, net, groups } of points) {
        const day = Number(date.slice(-2)) - 1;
        const sum = (debt: boolean) =>
          drawn
            .filter(({ group, kinds }) => kinds[day] !== '~' && (group === 'mortgage') === debt)
            .reduce((total, { cents }) => total + (cents[day] ?? Number.NaN), 0);
        const [expectedAssets, expectedDebts] = [sum(false), sum(true)];
        expect([assets, debts, net].map((amount) => Math.round(amount * 100))).toEqual([
          expectedAssets || 0,
          expectedDebts || 0,
          expectedAssets - expectedDebts || 0,
        ]);
        const groupTotal = groups.reduce((total, amount) => total + Math.round(amount * 100), 0);
        expect(groupTotal).toBe(expectedAssets + expectedDebts);
      }
      expect(points.length).toBe(
        Array.from({ length: days }, (_, day) =>
          drawn.some(({ kinds }) => kinds[day] !== '~'),
        ).filter(Boolean).length,
      );
    }),
  );
});
