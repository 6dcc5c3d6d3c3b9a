import { expect, test } from 'vitest';
import { addMonths, dayAt, parseDay } from './calendar.ts';
import { couple } from './couple.ts';
import type { Life } from './life.ts';

/** Spending and income of a month ('2026-11') in cents, counted as a report would. */
function totals(life: Life, month: string): { spent: number; income: number } {
  const keys = new Set(life.transactions.map((row) => row.key));
  const sums = { spent: 0, income: 0 };
  for (const row of life.transactions) {
    if (!(row.authorizedDate ?? row.date).startsWith(month) || row.currency !== 'USD') continue;
    if (/CREDIT_CARD_PAYMENT|WITHDRAWAL/.test(row.category)) continue;
    const half = /^(.*)-(in|out)$/.exec(row.key)?.[1];
    if (half !== undefined && keys.has(`${half}-in`) && keys.has(`${half}-out`)) continue;
    if (/^(INCOME|TRANSFER_IN)_/.test(row.category)) sums.income -= row.amount;
    else sums.spent += row.amount;
  }
  return sums;
}

const turningDays = [
  '2026-11-01',
  '2026-11-15',
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
  '2028-03-01',
  '2026-05-31',
];

test('every whole month is that of a couple who earn about 9,000 and spend 5,000 to 7,000', () => {
  for (const seed of [1, 2, 3]) {
    for (const today of ['2026-11-21', '2028-02-29']) {
      const life = couple.live(today, seed);
      const spent: number[] = [];
      for (let back = 1; back <= 23; back++) {
        const sums = totals(life, addMonths(parseDay(today), -back).iso.slice(0, 7));
        expect(sums.spent).toBeGreaterThan(430_000);
        expect(sums.spent).toBeLessThan(800_000);
        expect(sums.income).toBeGreaterThan(780_000);
        expect(sums.income).toBeLessThan(1_400_000);
        spent.push(sums.spent);
      }
      const average = spent.reduce((sum, one) => sum + one, 0) / spent.length;
      expect(average).toBeGreaterThan(500_000);
      expect(average).toBeLessThan(700_000);
    }
  }
});

test('this month so far is believable on the days on which months turn', () => {
  for (const today of turningDays) {
    const life = couple.live(today, 1);
    const share = parseDay(today).date / parseDay(today).monthLength;
    const { spent } = totals(life, today.slice(0, 7));
    expect(spent).toBeGreaterThan(share > 0.4 ? 200_000 : -5_000);
    expect(spent).toBeLessThan(300_000 + 600_000 * share);
  }
});

test('something is pending on any day, and the accounts stay in the black and below the limit', () => {
  const start = parseDay('2026-06-01').number;
  // Eleven days on is another day of the week and of the month.
  for (let number = start; number < start + 400; number += 11) {
    const life = couple.live(dayAt(number).iso, 1);
    expect(life.transactions.some((row) => row.pending)).toBe(true);
    for (const account of life.accounts) {
      expect(account.current).toBeGreaterThan(0);
      if (account.limit !== null) expect(account.current).toBeLessThan(account.limit / 2);
    }
  }
});

test('what is owed on the card is what was spent since the last paid statement', () => {
  const life = couple.live('2026-11-21', 1);
  const card = life.accounts.find((account) => account.key === 'card');
  const since = life.transactions.filter(
    (row) =>
      row.accountKey === 'card' &&
      row.date > '2026-10-13' &&
      row.currency === 'USD' &&
      !row.key.endsWith('-in'),
  );
  const posted = since.filter((row) => !row.pending).reduce((sum, row) => sum + row.amount, 0);
  const pending = since
    .filter((row) => row.pending && row.amount > 0)
    .reduce((sum, row) => sum + row.amount, 0);
  const inEuros = life.transactions.filter(
    (row) => row.currency === 'EUR' && row.date > '2026-10-13',
  );
  const euros = inEuros.reduce((sum, row) => sum + Math.round(row.amount * 1.09), 0);
  expect(card?.current).toBe(posted + euros);
  expect(card?.available).toBe((card?.limit ?? 0) - posted - euros - pending);
});

test('the life holds what a product has to cope with', () => {
  const life = couple.live('2026-11-21', 1);
  const count = (test: (row: Life['transactions'][number]) => boolean) =>
    life.transactions.filter(test).length;
  expect(count((row) => row.currency === 'EUR')).toBe(8);
  expect(count((row) => row.key.endsWith('-refund') && row.amount < 0)).toBeGreaterThan(10);
  expect(count((row) => row.category === 'TRANSFER_OUT_WITHDRAWAL')).toBeGreaterThan(30);
  expect(count((row) => row.category === 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT')).toBe(48);
  expect(count((row) => row.category === 'LOAN_PAYMENTS_MORTGAGE_PAYMENT')).toBe(24);
  expect(count((row) => row.name.includes('"'))).toBeLessThan(100);
  const streaming = life.streams.find((stream) => stream.key === 'streaming');
  expect(streaming?.lastAmount).toBe(1_799);
  expect(streaming?.averageAmount).toBeLessThan(1_700);
});

test('annual and weekly streams are told apart', () => {
  const frequencies = new Set(
    couple.live('2026-11-21', 1).streams.map((stream) => stream.frequency),
  );
  expect(frequencies).toEqual(
    new Set(['WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY', 'ANNUALLY', 'UNKNOWN']),
  );
});
