import type { HeldRow } from './holding.ts';
import type { Item } from './item.ts';
import type { LedgerRow } from './ledger.ts';

/**
 * Lets an item live on to `today`: the person's new rows are added, pending ones that the days between have
 * posted are replaced, and pending ones that came to nothing are removed. What was changed by hand stays.
 * Answers whether anything happened.
 */
export function advanceItem(item: Item, today: string, at: Date): boolean {
  const { record } = item;
  if (record.state === 'removed' || today <= record.day || !item.holder.livesOn) return false;

  const holding = item.holder.on(today, record.seed);
  const known = latestByKey(item);
  const shared = new Set(record.accountKeys);
  const horizon = item.horizon() ?? '';
  const before = item.ledger.length;
  const alive = new Set<string>();

  for (const held of holding.rows) {
    if (!shared.has(held.accountKey) || held.date < horizon) continue;
    const present = known.get(held.key);
    if (held.pending) alive.add(held.key);
    // Rows of the days already told are known; one that is not was never meant for this item.
    if (present === undefined) item.note('added', item.rowOf(held), at);
    else if (present.held.pending && !held.pending) post(item, present, held, at);
  }
  for (const row of known.values()) {
    const { key, pending } = row.held;
    if (!pending || alive.has(key) || isByHand(key)) continue;
    if (item.ledger.find(row.id) !== undefined) item.note('removed', row, at);
  }
  for (const held of holding.rows) {
    if (!held.pending) delete record.settled[held.key];
  }
  item.replaceHolding(holding, today);
  return item.ledger.length > before;
}

/** Replaces a pending row by what it became: the old one goes, the new one names it. */
export function post(item: Item, pending: LedgerRow, posted: HeldRow, at: Date): LedgerRow {
  item.note('removed', pending, at);
  const row = item.rowOf(posted, pending.id);
  item.note('added', row, at);
  return row;
}

/** The key of a row made through the control calls; the person's own life knows nothing of it. */
export function handKey(count: number): string {
  return `by-hand-${count}`;
}

function isByHand(key: string): boolean {
  return key.startsWith('by-hand-');
}

/** The last state of each row by the person's own key; posted ones win over the pending ones they replaced. */
function latestByKey(item: Item): Map<string, LedgerRow> {
  const latest = new Map<string, LedgerRow>();
  for (const row of item.ledger.goneRows()) {
    if (row.held.pending && latest.has(row.held.key)) continue;
    latest.set(row.held.key, row);
  }
  for (const row of item.ledger.rows()) latest.set(row.held.key, row);
  return latest;
}
