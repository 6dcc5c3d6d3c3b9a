import type { NewTransaction, RowChange } from '../plaid/items/change-item.ts';
import type { Item, ItemAccount } from '../plaid/items/item.ts';
import type { LedgerRow } from '../plaid/items/ledger.ts';
import { defaultCategory } from '../plaid/products/categories.ts';
import { toMinor } from '../plaid/products/currency.ts';
import {
  amountOf,
  dateOf,
  flagOf,
  optionalStringOf,
  readFields,
  stringOf,
  Unprocessable,
} from './control-fields.ts';

type Json = Readonly<Record<string, unknown>>;

const MAX_TRANSACTIONS = 10_000;
const ACTIVITY_FIELDS = [
  'account_id',
  'amount',
  'description',
  'category',
  'merchant_name',
  'pending',
  'tip',
  'date',
] as const;
const CHANGE_FIELDS = [
  'transaction_id',
  'amount',
  'description',
  'category',
  'merchant_name',
  'date',
  'authorized_date',
] as const;

/** Reads the transactions of an `activity` call. Defaults: the item's first account, and today. Throws Unprocessable. */
export function readActivity(item: Item, body: unknown, today: string): NewTransaction[] {
  const { transactions } = readFields(body, 'the body', ['transactions']);
  if (
    !Array.isArray(transactions) ||
    transactions.length === 0 ||
    transactions.length > MAX_TRANSACTIONS
  ) {
    throw new Unprocessable(`transactions must be a list of 1 to ${MAX_TRANSACTIONS} transactions`);
  }
  const accounts = item.accounts();
  return transactions.map((entry: unknown, index) => {
    const fields = readFields(entry ?? null, `transactions[${index}]`, ACTIVITY_FIELDS);
    return readTransaction(fields, accounts, today);
  });
}

function readTransaction(
  fields: Json,
  accounts: readonly ItemAccount[],
  today: string,
): NewTransaction {
  const { bankAccount: account } = accountOf(fields, accounts);
  const { currency } = account;
  const amount = toMinor(amountOf(fields, 'amount'), currency);
  const description = stringOf(fields, 'description');
  const category = readCategory(fields);
  const date = dateOf(fields, 'date', today);
  const pending = flagOf(fields, 'pending');
  const tip = fields.tip === undefined ? 0 : toMinor(amountOf(fields, 'tip'), currency);
  if (tip !== 0 && !pending) throw new Unprocessable('tip requires a pending transaction');
  return {
    accountKey: account.key,
    date,
    authorizedDate: date,
    amount,
    currency,
    name: description,
    merchantName: optionalStringOf(fields, 'merchant_name'),
    originalDescription: description,
    category: category === undefined ? defaultCategory(amount) : category,
    guessed: category === undefined,
    pending,
    ...(tip === 0 ? {} : { tip }),
  };
}

function accountOf(fields: Json, accounts: readonly ItemAccount[]): ItemAccount {
  const id = optionalStringOf(fields, 'account_id');
  const account = id === null ? accounts[0] : accounts.find((account) => account.accountId === id);
  if (account === undefined)
    throw new Unprocessable(`account_id ${id} is not an account of the item`);
  return account;
}

/** Returns undefined if the category is omitted, and null if it is explicitly unknown. */
function readCategory(fields: Json): string | null | undefined {
  if (fields.category === undefined) return undefined;
  return optionalStringOf(fields, 'category')?.toUpperCase() ?? null;
}

/** Returns the current row with the body's transaction_id. Throws Unprocessable. */
export function findRow(item: Item, body: Readonly<Record<string, unknown>>): LedgerRow {
  const row = item.ledger.find(stringOf(body, 'transaction_id'));
  if (row === undefined) throw new Unprocessable('transaction_id is not a transaction of the item');
  return row;
}

/** Reads a `modify` call: the row and its changes. Throws Unprocessable. */
export function readModification(item: Item, body: unknown): { row: LedgerRow; patch: RowChange } {
  const fields = readFields(body, 'the body', CHANGE_FIELDS);
  const row = findRow(item, fields);
  const patch: RowChange = {};
  if (fields.amount !== undefined) {
    patch.amount = toMinor(amountOf(fields, 'amount'), row.held.currency);
  }
  if (fields.description !== undefined) {
    patch.name = stringOf(fields, 'description');
    patch.originalDescription = patch.name;
  }
  const category = readCategory(fields);
  if (category !== undefined) patch.category = category;
  if (fields.merchant_name !== undefined)
    patch.merchantName = optionalStringOf(fields, 'merchant_name');
  if (fields.date !== undefined) patch.date = dateOf(fields, 'date', row.held.date);
  if (fields.authorized_date !== undefined) {
    patch.authorizedDate =
      fields.authorized_date === null ? null : dateOf(fields, 'authorized_date', row.held.date);
  }
  if (Object.keys(patch).length === 0) throw new Unprocessable('no field to modify was given');
  return { row, patch };
}
