import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger, type LedgerEvent, type LedgerRow } from './ledger.ts';

function row(id: string, amount: number): LedgerRow {
  return {
    id,
    accountId: 'account',
    pendingId: null,
    held: {
      key: id,
      accountKey: 'checking',
      date: '2026-11-21',
      authorizedDate: null,
      amount,
      currency: 'USD',
      name: id,
      merchantName: null,
      originalDescription: id,
      category: null,
      pending: false,
      paymentChannel: 'other',
      website: null,
      streamKey: null,
    },
  };
}

/** What a reader knows who applies page after page. */
class Reader {
  readonly known = new Map<string, number>();
  cursor = '';

  /** Reads one whole loop; answers every complaint about what it was told. */
  read(ledger: Ledger, count: number): string[] {
    const complaints: string[] = [];
    for (;;) {
      const page = ledger.page(this.cursor, count);
      for (const { id, held } of page.added) {
        if (this.known.has(id)) complaints.push(`${id} added twice`);
        this.known.set(id, held.amount);
      }
      for (const { id, held } of page.modified) {
        if (!this.known.has(id)) complaints.push(`${id} modified before it was added`);
        this.known.set(id, held.amount);
      }
      for (const { id } of page.removed) {
        if (!this.known.delete(id)) complaints.push(`${id} removed before it was added`);
      }
      this.cursor = page.nextCursor;
      if (!page.hasMore) return complaints;
    }
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('write' as const), id: fc.nat(6), amount: fc.nat(100) }),
    fc.record({ act: fc.constant('remove' as const), id: fc.nat(6) }),
    fc.record({ act: fc.constant('read' as const), count: fc.integer({ min: 1, max: 4 }) }),
  ),
  { maxLength: 60 },
);

test('a reader who applies every page knows exactly the rows that stand, whatever happened and whenever they read', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), (happenings, count) => {
      const ledger = new Ledger('item');
      const reader = new Reader();
      for (const step of happenings) {
        if (step.act === 'read') {
          expect(reader.read(ledger, step.count)).toEqual([]);
          continue;
        }
        const id = `row-${step.id}`;
        const standing = ledger.find(id);
        if (step.act === 'write') {
          const kind: LedgerEvent['kind'] = standing === undefined ? 'added' : 'modified';
          ledger.append({ kind, row: row(id, step.amount) });
        } else if (standing !== undefined) {
          ledger.append({ kind: 'removed', row: standing });
        }
      }
      expect(reader.read(ledger, count)).toEqual([]);
      const standing = new Map([...ledger.rows()].map((each) => [each.id, each.held.amount]));
      expect(new Map([...reader.known].sort())).toEqual(new Map([...standing].sort()));
    }),
    { numRuns: 500 },
  );
});

test('a page holds no more changes than asked for, counted over all three lists', () => {
  const ledger = new Ledger('item');
  for (let n = 0; n < 7; n++) ledger.append({ kind: 'added', row: row(`row-${n}`, n) });
  const first = ledger.page('', 3);
  expect(first.added.map((each) => each.id)).toEqual(['row-0', 'row-1', 'row-2']);
  expect(first.hasMore).toBe(true);
  const last = ledger.page(ledger.page(first.nextCursor, 3).nextCursor, 3);
  expect(last.added.map((each) => each.id)).toEqual(['row-6']);
  expect(last.hasMore).toBe(false);
});

test('a row that happens between two pages of a loop makes the reader start anew', () => {
  const ledger = new Ledger('item');
  for (let n = 0; n < 3; n++) ledger.append({ kind: 'added', row: row(`row-${n}`, n) });
  const first = ledger.page('', 2);
  ledger.append({ kind: 'added', row: row('late', 9) });
  expect(() => ledger.page(first.nextCursor, 2)).toThrow(/changed since last page/);
  expect(ledger.page('', 500).added).toHaveLength(4);
});

test('a cursor of another item is refused', () => {
  const ledger = new Ledger('item');
  const { nextCursor } = new Ledger('another').page('', 1);
  expect(() => ledger.page(nextCursor, 1)).toThrow('cursor not associated with access_token');
  expect(() => ledger.page('garbage', 1)).toThrow('cursor not associated with access_token');
});
