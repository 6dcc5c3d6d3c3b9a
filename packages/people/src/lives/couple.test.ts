import { expect, test } from 'vitest';
import { addMonths, dayAt, parseDay } from '../calendar/calendar.ts';
import type { Life } from '../life.ts';
import { couple } from './couple.ts';

/** Spending and income in a month ('2026-11'), in cents, by the rules of the app. */
function totals(life: Life, month: string): { spent: number; income: number } {
  const keys = new Set(life.transactions.map((row) => row.key));
  const sums = { spent: 0, income: 0 };
  for (const row of life.transactions) {
    if (!(row.authorizedDate ?? row.date).startsWith(month) || row.currency !== 'USD') continue;
    if (/CREDIT_CARD_PAYMENT|WITHDRAWAL/.test(row.category)) continue;
    const transferKey = /^(.*)-(in|out)$/.exec(row.key)?.[1];
    const isInternalTransfer =
      transferKey !== undefined && keys.has(`${transferKey}-in`) && keys.has(`${transferKey}-out`);
    if (isInternalTransfer) continue;
    if (/^(INCOME|TRANSFER_IN)_/.test(row.category)) sums.income -= row.amount;
    else sums.spent += row.amount;
  }
  return sums;
}

const boundaryDays = [
  '2026-11-01',
  '2026-11-15',
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
  '2028-03-01',
  '2026-05-31',
];

test('in every full month the couple earns about $9,000 and spends $5,000 to $7,000', () => {
  for (const seed of [1, 2, 3]) {
    for (const today of ['2026-11-21', '2028-02-29']) {
      const life = couple.generateLife(today, seed);
      const spent: number[] = [];
      for (let monthsAgo = 1; monthsAgo <= 23; monthsAgo++) {
        const sums = totals(life, addMonths(parseDay(today), -monthsAgo).iso.slice(0, 7));
        expect(sums.spent).toBeGreaterThan(430_000);
        expect(sums.spent).toBeLessThan(800_000);
        expect(sums.income).toBeGreaterThan(780_000);
        expect(sums.income).toBeLessThan(1_400_000);
        spent.push(sums.spent);
      }
      const average = spent.reduce((sum, amount) => sum + amount, 0) / spent.length;
      expect(average).toBeGreaterThan(500_000);
      expect(average).toBeLessThan(700_000);
    }
  }
});

test('spending in the current month is plausible on month boundaries', () => {
  for (const today of boundaryDays) {
    const life = couple.generateLife(today, 1);
    const share = parseDay(today).date / parseDay(today).monthLength;
    const { spent } = totals(life, today.slice(0, 7));
    expect(spent).toBeGreaterThan(share > 0.4 ? 200_000 : -5_000);
    expect(spent).toBeLessThan(300_000 + 600_000 * share);
  }
});

test('every day has a pending transaction, positive balances, and card balances below the limit', () => {
  const start = parseDay('2026-06-01').number;
  // Steps of eleven days cover different weekdays and dates.
  for (let number = start; number < start + 400; number += 11) {
    const life = couple.generateLife(dayAt(number).iso, 1);
    expect(life.transactions.some((row) => row.pending)).toBe(true);
    for (const account of life.accounts) {
      expect(account.current).toBeGreaterThan(0);
      if (account.limit !== null) expect(account.current).toBeLessThan(account.limit / 2);
    }
  }
});

test('the card balance is the spending since the last paid statement', () => {
  const life = couple.generateLife('2026-11-21', 1);
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

test('the couple has foreign currency, refunds, cash, card payments, and a price increase', () => {
  const life = couple.generateLife('2026-11-21', 1);
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

test('the streams cover every frequency', () => {
  const frequencies = new Set(
    couple.generateLife('2026-11-21', 1).streams.map((stream) => stream.frequency),
  );
  expect(frequencies).toEqual(
    new Set(['WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY', 'ANNUALLY', 'UNKNOWN']),
  );
});
