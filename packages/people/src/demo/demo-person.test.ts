import { describe, expect, test } from 'vitest';
import { addMonths, parseDay } from '../calendar/calendar.ts';
import type { Life, LifeTransaction } from '../life.ts';
import { people } from '../people.ts';
import { demoPerson } from './demo-person.ts';

const generateLife = (today: string): Life => demoPerson.generateLife(today, 1);
const dayOf = (row: LifeTransaction) => row.authorizedDate ?? row.date;

/** Ordinary days, and boundaries of months, years, and leap years. */
const days = ['2026-11-21', '2027-01-01', '2027-05-12', '2028-02-29', '2028-03-01', '2030-07-31'];

/** The spending transactions of a month ('2026-11'), and the month's totals in cents. */
function monthTotals(life: Life, month: string) {
  const keys = new Set(life.transactions.map((row) => row.key));
  const rows = life.transactions.filter((row) => {
    if (!dayOf(row).startsWith(month)) return false;
    if (/CREDIT_CARD_PAYMENT|WITHDRAWAL/.test(row.category)) return false;
    const transferKey = /^(.*)-(in|out)$/.exec(row.key)?.[1];
    const isInternalTransfer =
      transferKey !== undefined && keys.has(`${transferKey}-in`) && keys.has(`${transferKey}-out`);
    return !isInternalTransfer;
  });
  const income = rows.filter((row) => /^(INCOME|TRANSFER_IN)_/.test(row.category));
  const spending = rows.filter((row) => !income.includes(row));
  const sum = (rows: LifeTransaction[]) => rows.reduce((total, row) => total + row.amount, 0);
  return { spending, spent: sum(spending), income: -sum(income) };
}

test('the built-in people do not include the demo person', () => {
  expect(people.map(({ username }) => username)).not.toContain(demoPerson.username);
});

describe.each(days)('on %s', (today) => {
  const life = generateLife(today);
  const months = Array.from({ length: 23 }, (_, index) =>
    addMonths(parseDay(`${today.slice(0, 7)}-01`), -index - 1).iso.slice(0, 7),
  );

  test('the demo person has an account of every subtype', () => {
    expect(new Set(life.accounts.map(({ subtype }) => subtype))).toEqual(
      new Set([
        'checking',
        'savings',
        'credit card',
        'money market',
        'mortgage',
        'auto',
        'student',
        'brokerage',
        'ira',
        '401k',
      ]),
    );
    for (const { key, current, limit } of life.accounts) {
      expect(current, key).toBeGreaterThan(0);
      if (limit !== null) expect(current, key).toBeLessThan(limit / 2);
    }
  });

  test('spending and income are plausible in every full month, and the household saves overall', () => {
    for (const month of months) {
      const { spent, income } = monthTotals(life, month);
      expect(spent, month).toBeGreaterThan(450_000);
      expect(spent, month).toBeLessThan(1_050_000);
      expect(income, month).toBeGreaterThan(850_000);
      expect(income, month).toBeLessThan(1_500_000);
    }
    const all = months.map((month) => monthTotals(life, month));
    const saved = all.reduce((sum, { spent, income }) => sum + income - spent, 0);
    const earned = all.reduce((sum, { income }) => sum + income, 0);
    expect(saved / earned).toBeGreaterThan(0.1);
    expect(saved / earned).toBeLessThan(0.5);
  });

  test('the current month has spending and income', () => {
    const { spent, income } = monthTotals(life, today.slice(0, 7));
    expect(spent).toBeGreaterThan(0);
    expect(income).toBeGreaterThan(0);
  });

  test('each of the last three months has spending in at least 16 categories', () => {
    for (const month of months.slice(0, 3)) {
      const categories = new Set(monthTotals(life, month).spending.map((row) => row.category));
      expect(categories.size, month).toBeGreaterThanOrEqual(16);
    }
  });

  test('a subscription price rose within three months, and a subscription was canceled', () => {
    const since = addMonths(parseDay(today), -3).iso;
    const priceIncreases = life.streams.filter((stream) => {
      const occurrences = life.transactions.filter((row) => row.streamKey === stream.key);
      const before = occurrences.filter((row) => dayOf(row) < since).at(-1);
      return stream.active && before !== undefined && before.amount < stream.lastAmount;
    });
    const subscriptionCategories =
      /_(TV_AND_MOVIES|CABLE|AUDIO|OTHER_GENERAL_SERVICES|TELEPHONE|NEWSSTANDS)$/;
    expect(
      priceIncreases.filter(({ category }) => subscriptionCategories.test(category)).length,
    ).toBeGreaterThanOrEqual(1);
    expect(life.streams.some(({ status }) => status === 'TOMBSTONED')).toBe(true);
    expect(new Set(life.streams.map(({ frequency }) => frequency))).toEqual(
      new Set(['WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY', 'ANNUALLY', 'UNKNOWN']),
    );
  });

  test('the recent transactions include a refund, a withdrawal, a transfer, card payments, and a pending transaction', () => {
    const month = addMonths(parseDay(today), -1).iso;
    const quarter = addMonths(parseDay(today), -3).iso;
    const since = (day: string) => life.transactions.filter((row) => dayOf(row) >= day);
    expect(since(quarter).some((row) => row.key.endsWith('-refund'))).toBe(true);
    expect(since(quarter).some((row) => row.category === 'TRANSFER_OUT_WITHDRAWAL')).toBe(true);
    expect(since(month).some((row) => row.key.startsWith('to-ira'))).toBe(true);
    const paid = since(month).filter((row) => /CREDIT_CARD_PAYMENT/.test(row.category));
    expect(new Set(paid.map((row) => row.accountKey))).toEqual(
      new Set(['checking', 'card', 'travel-card']),
    );
    expect(life.transactions.some((row) => row.pending)).toBe(true);
  });
});

test('the 1st of every month has spending, income, and a pending transaction', () => {
  for (let month = 0; month < 24; month++) {
    const today = addMonths(parseDay('2026-12-01'), month).iso;
    const life = generateLife(today);
    const { spent, income } = monthTotals(life, today.slice(0, 7));
    expect(Math.min(spent, income), today).toBeGreaterThan(0);
    expect(
      life.transactions.some((row) => row.pending),
      today,
    ).toBe(true);
  }
});
