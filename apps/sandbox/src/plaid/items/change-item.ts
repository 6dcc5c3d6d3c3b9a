import { manualRowKey, postPendingRow } from './advance-item.ts';
import type { BankTransaction } from './bank-data.ts';
import type { Item } from './item.ts';
import type { LedgerRow } from './ledger.ts';

/** A transaction from a control call. `amount` and `tip` are in minor units of the account's currency. */
export type NewTransaction = Omit<
  BankTransaction,
  'key' | 'streamKey' | 'paymentChannel' | 'website'
>;

/** Adds transactions. Posted ones change their account's balance. */
export function addActivity(
  item: Item,
  rows: readonly NewTransaction[],
  instant: Date,
): LedgerRow[] {
  return rows.map((activity) => {
    item.record.activities++;
    const row = item.rowOf({
      ...activity,
      key: manualRowKey(item.record.activities),
      streamKey: null,
      paymentChannel: 'other',
      website: null,
    });
    item.recordEvent('added', row, instant);
    if (!activity.pending) changeBalance(item, activity.accountKey, activity.amount);
    return row;
  });
}

/** Posts every pending row, including its tip. Returns the posted rows. */
export function postPendingRows(item: Item, today: string, instant: Date): LedgerRow[] {
  const pending = [...item.ledger.rows()].filter((row) => row.held.pending);
  return pending.map((row) => {
    const { tip = 0, ...held } = row.held;
    const amount = held.amount + tip;
    const date = held.date > today ? held.date : today;
    const posted = postPendingRow(item, row, { ...held, amount, date, pending: false }, instant);
    if (
      item.bankData.rows.some((candidate) => candidate.key === held.key) &&
      item.login.advancesDaily
    ) {
      item.record.settled[held.key] = { accountKey: held.accountKey, amount };
    } else {
      changeBalance(item, held.accountKey, amount);
    }
    return posted;
  });
}

/** The fields of a row that can be modified. */
export type RowChange = Partial<
  Pick<
    BankTransaction,
    | 'amount'
    | 'name'
    | 'originalDescription'
    | 'category'
    | 'merchantName'
    | 'date'
    | 'authorizedDate'
  >
>;

/** Modifies a row. The account's balance stays unchanged. */
export function modifyRow(item: Item, row: LedgerRow, change: RowChange, instant: Date): LedgerRow {
  const modified = { ...row, held: { ...row.held, ...change } };
  item.recordEvent('modified', modified, instant);
  return modified;
}

/** Changes which accounts are shared, and adds or removes their rows. Returns true if any row changed. */
export function shareAccounts(item: Item, keys: readonly string[], instant: Date): boolean {
  const { record } = item;
  const previousKeys = new Set(record.accountKeys);
  const sharedKeys = new Set(keys);
  const previousLength = item.ledger.length;
  for (const row of [...item.ledger.rows()]) {
    if (!sharedKeys.has(row.held.accountKey)) item.recordEvent('removed', row, instant);
  }
  const horizon = item.historyStart() ?? '';
  for (const held of item.bankData.rows) {
    const isNew = sharedKeys.has(held.accountKey) && !previousKeys.has(held.accountKey);
    if (isNew && held.date >= horizon) item.recordEvent('added', item.rowOf(held), instant);
  }
  record.accountKeys = [...keys];
  return item.ledger.length > previousLength;
}

function changeBalance(item: Item, accountKey: string, amount: number): void {
  item.record.moved[accountKey] = (item.record.moved[accountKey] ?? 0) + amount;
}
