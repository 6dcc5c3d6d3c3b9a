import type { BankTransaction } from './bank-data.ts';
import type { Item } from './item.ts';
import type { LedgerRow } from './ledger.ts';

/**
 * Advances an item to `today`: adds the login's new rows, posts pending rows that have posted since, and removes pending
 * rows that were dropped. Changes made through control calls are kept. Returns true if any row changed.
 */
export function advanceItem(item: Item, today: string, instant: Date): boolean {
  const { record } = item;
  if (record.state === 'removed' || today <= record.day || !item.login.advancesDaily) return false;

  const bankData = item.login.dataOn(today, record.seed);
  const existing = latestByKey(item);
  const shared = new Set(record.accountKeys);
  const firstDay = item.historyStart() ?? '';
  const previousLength = item.ledger.length;
  const stillPending = new Set<string>();

  for (const transaction of bankData.rows) {
    if (!shared.has(transaction.accountKey) || transaction.date < firstDay) continue;
    const current = existing.get(transaction.key);
    if (transaction.pending) stillPending.add(transaction.key);
    // Rows of earlier days already exist, so a row that does not exist yet is new.
    if (current === undefined) item.recordEvent('added', item.rowOf(transaction), instant);
    else if (current.held.pending && !transaction.pending)
      postPendingRow(item, current, transaction, instant);
  }
  for (const row of existing.values()) {
    const { key, pending } = row.held;
    if (!pending || stillPending.has(key) || isManual(key)) continue;
    if (item.ledger.find(row.id) !== undefined) item.recordEvent('removed', row, instant);
  }
  for (const transaction of bankData.rows) {
    if (!transaction.pending) delete record.settled[transaction.key];
  }
  item.replaceBankData(bankData, today);
  return item.ledger.length > previousLength;
}

/** Replaces a pending row with its posted row, which refers to it. */
export function postPendingRow(
  item: Item,
  pending: LedgerRow,
  posted: BankTransaction,
  instant: Date,
): LedgerRow {
  item.recordEvent('removed', pending, instant);
  const row = item.rowOf(posted, pending.id);
  item.recordEvent('added', row, instant);
  return row;
}

/** Returns the key of a row that a control call creates. Rows of the generated life never have such a key. */
export function manualRowKey(count: number): string {
  return `by-hand-${count}`;
}

function isManual(key: string): boolean {
  return key.startsWith('by-hand-');
}

/** Returns the latest state of each row by key. A posted row takes precedence over the pending row it replaced. */
function latestByKey(item: Item): Map<string, LedgerRow> {
  const latest = new Map<string, LedgerRow>();
  for (const row of item.ledger.removedRows()) {
    if (row.held.pending && latest.has(row.held.key)) continue;
    latest.set(row.held.key, row);
  }
  for (const row of item.ledger.rows()) latest.set(row.held.key, row);
  return latest;
}
