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

/** A client that applies page after page. */
class Reader {
  readonly amounts = new Map<string, number>();
  cursor = '';

  /** Reads one whole pagination loop. Returns an error for each inconsistent change. */
  read(ledger: Ledger, count: number): string[] {
    const errors: string[] = [];
    for (;;) {
      const page = ledger.page(this.cursor, count);
      for (const { id, held } of page.added) {
        if (this.amounts.has(id)) errors.push(`${id} added twice`);
        this.amounts.set(id, held.amount);
      }
      for (const { id, held } of page.modified) {
        if (!this.amounts.has(id)) errors.push(`${id} modified before it was added`);
        this.amounts.set(id, held.amount);
      }
      for (const { id } of page.removed) {
        if (!this.amounts.delete(id)) errors.push(`${id} removed before it was added`);
      }
      this.cursor = page.nextCursor;
      if (!page.hasMore) return errors;
    }
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ action: fc.constant('write' as const), id: fc.nat(6), amount: fc.nat(100) }),
    fc.record({ action: fc.constant('remove' as const), id: fc.nat(6) }),
    fc.record({ action: fc.constant('read' as const), count: fc.integer({ min: 1, max: 4 }) }),
  ),
  { maxLength: 60 },
);

test('a reader that applies every page has exactly the current rows, whatever changed between reads', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), (script, count) => {
      const ledger = new Ledger('item');
      const reader = new Reader();
      for (const step of script) {
        if (step.action === 'read') {
          expect(reader.read(ledger, step.count)).toEqual([]);
          continue;
        }
        const id = `row-${step.id}`;
        const current = ledger.find(id);
        if (step.action === 'write') {
          const kind: LedgerEvent['kind'] = current === undefined ? 'added' : 'modified';
          ledger.append({ kind, row: row(id, step.amount) });
        } else if (current !== undefined) {
          ledger.append({ kind: 'removed', row: current });
        }
      }
      expect(reader.read(ledger, count)).toEqual([]);
      const current = new Map([...ledger.rows()].map((row) => [row.id, row.held.amount]));
      expect(new Map([...reader.amounts].sort())).toEqual(new Map([...current].sort()));
    }),
    { numRuns: 500 },
  );
});

test('a page has at most the requested number of changes over all three lists', () => {
  const ledger = new Ledger('item');
  for (let n = 0; n < 7; n++) ledger.append({ kind: 'added', row: row(`row-${n}`, n) });
  const first = ledger.page('', 3);
  expect(first.added.map((row) => row.id)).toEqual(['row-0', 'row-1', 'row-2']);
  expect(first.hasMore).toBe(true);
  const last = ledger.page(ledger.page(first.nextCursor, 3).nextCursor, 3);
  expect(last.added.map((row) => row.id)).toEqual(['row-6']);
  expect(last.hasMore).toBe(false);
});

test('a change between two pages of a pagination loop makes the next page fail', () => {
  const ledger = new Ledger('item');
  for (let n = 0; n < 3; n++) ledger.append({ kind: 'added', row: row(`row-${n}`, n) });
  const first = ledger.page('', 2);
  ledger.append({ kind: 'added', row: row('late', 9) });
  expect(() => ledger.page(first.nextCursor, 2)).toThrow(/changed since last page/);
  expect(ledger.page('', 500).added).toHaveLength(4);
});

test('a cursor of another item is rejected', () => {
  const ledger = new Ledger('item');
  const { nextCursor } = new Ledger('another').page('', 1);
  expect(() => ledger.page(nextCursor, 1)).toThrow('cursor not associated with access_token');
  expect(() => ledger.page('garbage', 1)).toThrow('cursor not associated with access_token');
});
