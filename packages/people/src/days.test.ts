import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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

/** Who lives on from one day to the next: a life at each end of the night. */
interface Night {
  today: ReturnType<typeof dayAt>;
  before: Life;
  now: Life;
}

// An `expect` of its own for each of a million rows would take most of the time.

/** Yesterday's rows are today's, but that pending ones post and the oldest leave. */
function expectRowsToStay({ today, before, now }: Night): void {
  const known = new Set(now.transactions.map((row) => row.key));
  const gone = before.transactions.filter((row) => !known.has(row.key));
  // A refund leaves together with its purchase, up to 12 days older.
  const oldest = addMonths(today, -24).number + 13;
  expect(gone.filter((row) => parseDay(row.authorizedDate ?? row.date).number > oldest)).toEqual(
    [],
  );
  const kept = before.transactions.filter((row) => known.has(row.key));
  const changed = kept.filter((row, place) => {
    const after = now.transactions[place];
    if (after === undefined) return true;
    return row.pending
      ? !isDeepStrictEqual(lasting(after), lasting(row))
      : !isDeepStrictEqual(after, row);
  });
  expect(changed).toEqual([]);
  const added = now.transactions.slice(kept.length);
  expect(added.filter((row) => (row.authorizedDate ?? row.date) !== today.iso)).toEqual([]);
}

/** Balances move by exactly what has posted. */
function expectBalancesToFollow({ before, now }: Night): void {
  const old = new Set(before.transactions.filter((row) => !row.pending).map((row) => row.key));
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
}

/** Both halves of every transfer add up to nothing within 4 days. */
function expectTransfersToMeet({ today, now }: Night): void {
  const byKey = new Map(now.transactions.map((row) => [row.key, row]));
  for (const row of now.transactions) {
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
    const apart = parseDay(row.date).number - parseDay(other.date).number;
    const fits =
      row.amount + other.amount === 0 &&
      row.accountKey !== other.accountKey &&
      Math.abs(apart) <= 4;
    if (!fits) expect.fail(`${row.key} and ${other.key} are no halves of one transfer`);
  }
}

// One test of all three, as living the two days takes far longer than looking at them.
test.each(quick)(
  '$username from one day to the next: rows stay, balances follow, transfers meet',
  (person) => {
    fc.assert(
      fc.property(days, seeds, (today, seed) => {
        const before = person.live(dayAt(today.number - 1).iso, seed);
        const night = { today, before, now: person.live(today.iso, seed) };
        expectRowsToStay(night);
        expectBalancesToFollow(night);
        expectTransfersToMeet(night);
      }),
      { numRuns: 12 },
    );
  },
);
