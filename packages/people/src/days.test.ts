import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, dayAt, parseDay } from './calendar.ts';
import { demoPerson } from './demo-person.ts';
import type { Life, LifeTransaction } from './life.ts';
import { people } from './people.ts';

/** From 2024 to 2034, with the days on which months and years turn among them. */
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

// The heaviest one has the same engine and takes long to build so many times.
const quick = [...people.filter((person) => person.username !== 'user_heavy'), demoPerson];

/** What stays when a pending row posts. */
function lasting({ pending: _pending, date, authorizedDate, ...row }: LifeTransaction) {
  return { ...row, day: authorizedDate ?? date };
}

function currentOf(life: Life, accountKey: string): number {
  return life.accounts.find((account) => account.key === accountKey)?.current ?? Number.NaN;
}

describe.each(quick)('$username from one day to the next', (person) => {
  test("yesterday's rows are today's, but that pending ones post and the oldest leave", () => {
    fc.assert(
      fc.property(days, seeds, (today, seed) => {
        const yesterday = dayAt(today.number - 1);
        const before = person.live(yesterday.iso, seed).transactions;
        const now = person.live(today.iso, seed).transactions;
        const known = new Set(now.map((row) => row.key));
        const gone = before.filter((row) => !known.has(row.key));
        // A refund leaves together with its purchase, up to 12 days older.
        const oldest = addMonths(today, -24).number + 13;
        for (const row of gone) {
          expect(parseDay(row.authorizedDate ?? row.date).number).toBeLessThanOrEqual(oldest);
        }
        const kept = before.filter((row) => known.has(row.key));
        const posted = new Map(now.map((row) => [row.key, row]));
        expect(now.slice(0, kept.length).map(lasting)).toEqual(kept.map(lasting));
        for (const row of kept) if (!row.pending) expect(posted.get(row.key)).toEqual(row);
        for (const row of now.slice(kept.length)) {
          expect(row.authorizedDate ?? row.date).toBe(today.iso);
        }
      }),
      { numRuns: 12 },
    );
  });

  test('balances move by exactly what has posted', () => {
    fc.assert(
      fc.property(days, seeds, (today, seed) => {
        const before = person.live(dayAt(today.number - 1).iso, seed);
        const now = person.live(today.iso, seed);
        const old = new Set(
          before.transactions.filter((row) => !row.pending).map((row) => row.key),
        );
        const fresh = now.transactions.filter((row) => !row.pending && !old.has(row.key));
        for (const { key, type, available, current, limit } of now.accounts) {
          if (type !== 'depository' && type !== 'credit') continue;
          const own = fresh.filter((row) => row.accountKey === key);
          // The bank alone knows at what rate it settled a purchase in euros.
          if (own.some((row) => row.currency !== 'USD')) continue;
          const moved = own.reduce((sum, row) => sum + row.amount, 0);
          const change = currentOf(now, key) - currentOf(before, key);
          expect(change + 0).toBe((type === 'credit' ? moved : -moved) + 0);
          if (type === 'credit')
            expect((available ?? 0) + (current ?? 0)).toBeLessThanOrEqual(limit ?? 0);
        }
      }),
      { numRuns: 12 },
    );
  });

  test('both halves of every transfer add up to nothing within 4 days', () => {
    fc.assert(
      fc.property(days, seeds, (today, seed) => {
        const rows = person.live(today.iso, seed).transactions;
        const byKey = new Map(rows.map((row) => [row.key, row]));
        for (const row of rows) {
          // The lender's half of a loan payment is not listed.
          if (/STUDENT/.test(row.category)) continue;
          const [, stem, side] = /^(.*)-(in|out)$/.exec(row.key) ?? [];
          if (stem === undefined) continue;
          const other = byKey.get(`${stem}-${side === 'in' ? 'out' : 'in'}`);
          if (other === undefined) {
            expect(side).toBe('out');
            expect(parseDay(row.date).number).toBeGreaterThan(today.number - 2);
            continue;
          }
          expect(row.amount + other.amount).toBe(0);
          expect(row.accountKey).not.toBe(other.accountKey);
          const apart = parseDay(row.date).number - parseDay(other.date).number;
          expect(Math.abs(apart)).toBeLessThanOrEqual(4);
        }
      }),
      { numRuns: 6 },
    );
  });
});
