import { manualRowKey, postPendingRow } from './advance-item.ts';
import type { BankTransaction } from './bank-data.ts';
import type { Item } from './item.ts';
import type { LedgerRow } from './ledger.ts';

/** A transaction from a control call. `amount` and `tip` are in minor units of the account's currency. */
export type NewTransaction = Omit<
  BankTransaction,
  'key' | 'streamKey' | 'paymentChannel' | 'website'
>;

/** Adds transactions. Posted transactions change their account's balance. */
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
    const { tip = 0, ...transaction } = row.held;
    const amount = transaction.amount + tip;
    const date = transaction.date > today ? transaction.date : today;
    const posted = postPendingRow(
      item,
      row,
      { ...transaction, amount, date, pending: false },
      instant,
    );
    if (
      item.bankData.rows.some((candidate) => candidate.key === transaction.key) &&
      item.login.advancesDaily
    ) {
      item.record.settled[transaction.key] = { accountKey: transaction.accountKey, amount };
    } else {
      changeBalance(item, transaction.accountKey, amount);
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

/** Modifies a row. Does not change the account's balance. */
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
  const firstDay = item.historyStart() ?? '';
  for (const transaction of item.bankData.rows) {
    const isNew =
      sharedKeys.has(transaction.accountKey) && !previousKeys.has(transaction.accountKey);
    if (isNew && transaction.date >= firstDay)
      item.recordEvent('added', item.rowOf(transaction), instant);
  }
  record.accountKeys = [...keys];
  return item.ledger.length > previousLength;
}

function changeBalance(item: Item, accountKey: string, amount: number): void {
  item.record.moved[accountKey] = (item.record.moved[accountKey] ?? 0) + amount;
}
