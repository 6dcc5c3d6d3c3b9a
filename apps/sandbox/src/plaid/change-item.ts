import { handKey, post } from './advance-item.ts';
import type { HeldRow } from './holding.ts';
import type { Item } from './item.ts';
import type { LedgerRow } from './ledger.ts';

/** A transaction made by hand. `amount` and `tip` are minor units of the account's currency. */
export type NewActivity = Omit<HeldRow, 'key' | 'streamKey' | 'paymentChannel' | 'website'>;

/** Adds transactions; posted ones move the balance of their account. */
export function addActivity(item: Item, rows: readonly NewActivity[], at: Date): LedgerRow[] {
  return rows.map((given) => {
    item.record.activities++;
    const row = item.rowOf({
      ...given,
      key: handKey(item.record.activities),
      streamKey: null,
      paymentChannel: 'other',
      website: null,
    });
    item.note('added', row, at);
    if (!given.pending) move(item, given.accountKey, given.amount);
    return row;
  });
}

/** Posts every pending row, with its tip where it carries one. Answers the posted rows. */
export function settle(item: Item, today: string, at: Date): LedgerRow[] {
  const pending = [...item.ledger.rows()].filter((row) => row.held.pending);
  return pending.map((row) => {
    const { tip = 0, ...held } = row.held;
    const amount = held.amount + tip;
    const date = held.date > today ? held.date : today;
    const posted = post(item, row, { ...held, amount, date, pending: false }, at);
    if (item.holding.rows.some((each) => each.key === held.key) && item.holder.livesOn) {
      item.record.settled[held.key] = { accountKey: held.accountKey, amount };
    } else {
      move(item, held.accountKey, amount);
    }
    return posted;
  });
}

/** What a row may be changed to. */
export type RowChange = Partial<
  Pick<
    HeldRow,
    | 'amount'
    | 'name'
    | 'originalDescription'
    | 'category'
    | 'merchantName'
    | 'date'
    | 'authorizedDate'
  >
>;

/** Reports a row as changed. Its account's balance stays as the bank gave it. */
export function modifyRow(item: Item, row: LedgerRow, change: RowChange, at: Date): LedgerRow {
  const modified = { ...row, held: { ...row.held, ...change } };
  item.note('modified', modified, at);
  return modified;
}

/** Shares other accounts than before: rows of those newly shared are added, of those no longer shared removed. */
export function shareAccounts(item: Item, keys: readonly string[], at: Date): boolean {
  const { record } = item;
  const before = new Set(record.accountKeys);
  const after = new Set(keys);
  const length = item.ledger.length;
  for (const row of [...item.ledger.rows()]) {
    if (!after.has(row.held.accountKey)) item.note('removed', row, at);
  }
  const horizon = item.horizon() ?? '';
  for (const held of item.holding.rows) {
    const isNew = after.has(held.accountKey) && !before.has(held.accountKey);
    if (isNew && held.date >= horizon) item.note('added', item.rowOf(held), at);
  }
  record.accountKeys = [...keys];
  return item.ledger.length > length;
}

function move(item: Item, accountKey: string, amount: number): void {
  item.record.moved[accountKey] = (item.record.moved[accountKey] ?? 0) + amount;
}
