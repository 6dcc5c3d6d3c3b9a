import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoPerson } from '../demo/demo-person.ts';
import type { Life, LifeTransaction } from '../life.ts';
import { people } from '../people.ts';
import { addMonths, dayAt, parseDay } from './calendar.ts';

/** Days from 2024 to 2034, including boundaries of months and years. */
const days = fc
  .oneof(
    fc.integer({ min: parseDay('2024-01-01').number, max: parseDay('2034-12-31').number }),
    fc.constantFrom(
      ...['2026-11-22', '2026-12-01', '2027-01-01', '2028-02-29', '2028-03-01', '2026-03-31'].map(
        (iso) => parseDay(iso).number,
      ),
    ),
  )
  .map(dayAt);
const seeds = fc.integer({ min: 0, max: 1_000_000 });

// The heavy spender uses the same code, and would take too long to generate repeatedly.
const testedPeople = [...people.filter((person) => person.username !== 'user_heavy'), demoPerson];

/** The fields that stay the same when a pending transaction posts. */
function stableFields({ pending: _pending, date, authorizedDate, ...row }: LifeTransaction) {
  return { ...row, day: authorizedDate ?? date };
}

function currentBalance(life: Life, accountKey: string): number {
  return life.accounts.find((account) => account.key === accountKey)?.current ?? Number.NaN;
}

/** A person's life on two consecutive days. */
interface ConsecutiveLives {
  today: ReturnType<typeof dayAt>;
  yesterdaysLife: Life;
  todaysLife: Life;
}

// These assertions compare whole lists, because one `expect` for each of a million transactions is slow.

/** Expects that yesterday's transactions are unchanged, except for those that post and those that leave the window. */
function expectStableTransactions({ today, yesterdaysLife, todaysLife }: ConsecutiveLives): void {
  const keys = new Set(todaysLife.transactions.map((row) => row.key));
  const missing = yesterdaysLife.transactions.filter((row) => !keys.has(row.key));
  // A refund leaves the window together with its purchase, which is up to 12 days older.
  const windowStart = addMonths(today, -24).number + 13;
  expect(
    missing.filter((row) => parseDay(row.authorizedDate ?? row.date).number > windowStart),
  ).toEqual([]);
  const remaining = yesterdaysLife.transactions.filter((row) => keys.has(row.key));
  const changed = remaining.filter((row, index) => {
    const after = todaysLife.transactions[index];
    if (after === undefined) return true;
    return row.pending
      ? !isDeepStrictEqual(stableFields(after), stableFields(row))
      : !isDeepStrictEqual(after, row);
  });
  expect(changed).toEqual([]);
  const added = todaysLife.transactions.slice(remaining.length);
  expect(added.filter((row) => (row.authorizedDate ?? row.date) !== today.iso)).toEqual([]);
}

/** Expects that balances change by exactly the transactions that posted. */
function expectBalancesToMatch({ yesterdaysLife, todaysLife }: ConsecutiveLives): void {
  const postedBefore = new Set(
    yesterdaysLife.transactions.filter((row) => !row.pending).map((row) => row.key),
  );
  const newlyPosted = todaysLife.transactions.filter(
    (row) => !row.pending && !postedBefore.has(row.key),
  );
  for (const { key, type, available, current, limit } of todaysLife.accounts) {
    if (type !== 'depository' && type !== 'credit') continue;
    const posted = newlyPosted.filter((row) => row.accountKey === key);
    // The exchange rate of a purchase in euros is not part of the transaction.
    if (posted.some((row) => row.currency !== 'USD')) continue;
    const moneyOut = posted.reduce((sum, row) => sum + row.amount, 0);
    const change = currentBalance(todaysLife, key) - currentBalance(yesterdaysLife, key);
    expect(change + 0).toBe((type === 'credit' ? moneyOut : -moneyOut) + 0);
    if (type === 'credit')
      expect((available ?? 0) + (current ?? 0)).toBeLessThanOrEqual(limit ?? 0);
  }
}

/** Expects that the two transactions of every internal transfer add up to zero and are at most 4 days apart. */
function expectTransfersToMatch({ today, todaysLife }: ConsecutiveLives): void {
  const byKey = new Map(todaysLife.transactions.map((row) => [row.key, row]));
  for (const row of todaysLife.transactions) {
    // Loan payments have no transaction at the lender.
    if (/STUDENT/.test(row.category)) continue;
    const [, transferKey, side] = /^(.*)-(in|out)$/.exec(row.key) ?? [];
    if (transferKey === undefined) continue;
    const matching = byKey.get(`${transferKey}-${side === 'in' ? 'out' : 'in'}`);
    if (matching === undefined) {
      expect(side).toBe('out');
      expect(parseDay(row.date).number).toBeGreaterThan(today.number - 2);
      continue;
    }
    const daysApart = parseDay(row.date).number - parseDay(matching.date).number;
    const matches =
      row.amount + matching.amount === 0 &&
      row.accountKey !== matching.accountKey &&
      Math.abs(daysApart) <= 4;
    if (!matches) expect.fail(`${row.key} and ${matching.key} are not one transfer`);
  }
}

// One test for all three, because generating the two lives takes far longer than checking them.
test.each(testedPeople)(
  'the transactions of $username are stable from one day to the next, and balances and transfers match',
  (person) => {
    fc.assert(
      fc.property(days, seeds, (today, seed) => {
        const yesterdaysLife = person.generateLife(dayAt(today.number - 1).iso, seed);
        const lives = { today, yesterdaysLife, todaysLife: person.generateLife(today.iso, seed) };
        expectStableTransactions(lives);
        expectBalancesToMatch(lives);
        expectTransfersToMatch(lives);
      }),
      { numRuns: 12 },
    );
  },
);
