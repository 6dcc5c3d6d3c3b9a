import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairTransfers, type TransferCandidate } from './transfer-pairs.ts';

/** Parses a ledger: `a1 +50 d3` is row a1 of account a, 50 out on day 3. The currency may follow. */
function candidates(ledger: string): TransferCandidate[] {
  return ledger.split(',').map((line) => {
    const [id = '', amount = '', day = '', currency = 'USD'] = line.trim().split(' ');
    return {
      id,
      accountId: id.charAt(0),
      sign: amount.startsWith('-') ? -1 : 1,
      amount: amount.slice(1),
      dayNumber: Number(day.slice(1)),
      currency,
    };
  });
}

/** Formats pairs as `a1=b1`, each once, sorted. */
const pairsOf = (rows: readonly TransferCandidate[]) =>
  [...pairTransfers(rows)]
    .filter(([one, other]) => one < other)
    .map(([one, other]) => `${one}=${other}`)
    .sort();

describe('pairTransfers', () => {
  test.each([
    ['matches opposite amounts in two accounts', 'a1 +50 d1, b1 -50 d1', ['a1=b1']],
    ['matches rows four days apart, in either order', 'a1 +50 d5, b1 -50 d1', ['a1=b1']],
    ['does not match rows five days apart', 'a1 +50 d1, b1 -50 d6', []],
    ['does not match rows of one account', 'a1 +50 d1, a2 -50 d1', []],
    ['does not match different amounts', 'a1 +50 d1, b1 -51 d1', []],
    ['does not match two outflows', 'a1 +50 d1, b1 +50 d1', []],
    ['does not match different currencies', 'a1 +50 d1 USD, b1 -50 d1 EUR', []],
    ['matches the nearer day first', 'a1 +50 d1, b1 -50 d3, c1 -50 d2', ['a1=c1']],
    ['matches the lower id first on the same day', 'a1 +50 d1, b2 -50 d1, b1 -50 d1', ['a1=b1']],
    ['orders pairs by the lower of their two ids', 'b1 +50 d1, c1 +50 d1, a1 -50 d1', ['a1=b1']],
    ['matches each row at most once', 'a1 +50 d1, b1 -50 d1, c1 -50 d1', ['a1=b1']],
    ['prefers a nearer match over an earlier one', 'a1 +50 d1, b1 -50 d4, c1 +50 d5', ['b1=c1']],
    [
      'matches two pairs of the same amount and day',
      'a1 +50 d1, a2 +50 d1, b1 -50 d1, b2 -50 d1',
      ['a1=b1', 'a2=b2'],
    ],
  ])('%s', (_, ledger, pairs) => {
    expect(pairsOf(candidates(ledger))).toEqual(pairs);
  });
});

/** The reference implementation: repeatedly match the first of all possible pairs. */
function referencePairs(rows: readonly TransferCandidate[]): string[] {
  const remaining = new Set(rows);
  const pairs: string[] = [];
  for (;;) {
    const possible = [...remaining].flatMap((one) =>
      [...remaining]
        .filter(
          (other) =>
            one.id < other.id &&
            one.accountId !== other.accountId &&
            one.sign === -other.sign &&
            one.amount === other.amount &&
            one.currency === other.currency &&
            Math.abs(one.dayNumber - other.dayNumber) <= 4,
        )
        .map((other) => ({ one, other, days: Math.abs(one.dayNumber - other.dayNumber) })),
    );
    const [first] = possible.sort(
      (p, q) =>
        p.days - q.days ||
        (p.one.id < q.one.id ? -1 : p.one.id > q.one.id ? 1 : p.other.id < q.other.id ? -1 : 1),
    );
    if (first === undefined) return pairs.sort();
    pairs.push(`${first.one.id}=${first.other.id}`);
    remaining.delete(first.one);
    remaining.delete(first.other);
  }
}

describe('pairTransfers, for any rows', () => {
  const row = fc.record({
    accountId: fc.constantFrom('a', 'b', 'c'),
    sign: fc.constantFrom<1 | -1>(1, -1),
    amount: fc.constantFrom('50.00', '60.00'),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    dayNumber: fc.integer({ min: 0, max: 12 }),
    id: fc.uuid(),
  });
  const rows = fc.uniqueArray(row, { maxLength: 24, selector: ({ id }) => id });

  test('finds the same pairs as the reference implementation', () => {
    fc.assert(
      fc.property(rows, (given) => {
        expect(pairsOf(given)).toEqual(referencePairs(given));
      }),
    );
  });

  test('does not depend on the order of the rows', () => {
    const shuffled = rows.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(pairsOf(other)).toEqual(pairsOf(one));
      }),
    );
  });

  test('returns every pair in both directions', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const pairs = pairTransfers(given);
        for (const [one, other] of pairs) expect(pairs.get(other)).toBe(one);
      }),
    );
  });
});
