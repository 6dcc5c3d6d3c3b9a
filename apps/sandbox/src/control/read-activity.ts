import { guessCategory } from '../plaid/categories.ts';
import type { NewActivity, RowChange } from '../plaid/change-item.ts';
import { toMinor } from '../plaid/currency.ts';
import type { Item, ItemAccount } from '../plaid/item.ts';
import type { LedgerRow } from '../plaid/ledger.ts';
import {
  amountOf,
  dayOf,
  flagOf,
  optionalTextOf,
  readFields,
  textOf,
  Unprocessable,
} from './read-control.ts';

type Json = Readonly<Record<string, unknown>>;

const MOST = 10_000;
const ACTIVITY = [
  'account_id',
  'amount',
  'description',
  'category',
  'merchant_name',
  'pending',
  'tip',
  'date',
] as const;
const CHANGE = [
  'transaction_id',
  'amount',
  'description',
  'category',
  'merchant_name',
  'date',
  'authorized_date',
] as const;

/** The transactions of an `activity` call: on the item's first account and today unless they say otherwise. Throws Unprocessable. */
export function readActivity(item: Item, body: unknown, today: string): NewActivity[] {
  const { transactions } = readFields(body, 'the body', ['transactions']);
  if (!Array.isArray(transactions) || transactions.length === 0 || transactions.length > MOST) {
    throw new Unprocessable(`transactions must be a list of 1 to ${MOST} transactions`);
  }
  const accounts = item.accounts();
  return transactions.map((each: unknown, at) => {
    const given = readFields(each ?? null, `transactions[${at}]`, ACTIVITY);
    return readOne(given, accounts, today);
  });
}

function readOne(given: Json, accounts: readonly ItemAccount[], today: string): NewActivity {
  const { held: account } = accountOf(given, accounts);
  const { currency } = account;
  const amount = toMinor(amountOf(given, 'amount'), currency);
  const description = textOf(given, 'description');
  const category = readCategory(given);
  const date = dayOf(given, 'date', today);
  const pending = flagOf(given, 'pending');
  const tip = given.tip === undefined ? 0 : toMinor(amountOf(given, 'tip'), currency);
  if (tip !== 0 && !pending) throw new Unprocessable('tip is for a pending transaction');
  return {
    accountKey: account.key,
    date,
    authorizedDate: date,
    amount,
    currency,
    name: description,
    merchantName: optionalTextOf(given, 'merchant_name'),
    originalDescription: description,
    category: category === undefined ? guessCategory(amount) : category,
    guessed: category === undefined,
    pending,
    ...(tip === 0 ? {} : { tip }),
  };
}

function accountOf(given: Json, accounts: readonly ItemAccount[]): ItemAccount {
  const id = optionalTextOf(given, 'account_id');
  const found = id === null ? accounts[0] : accounts.find((account) => account.accountId === id);
  if (found === undefined)
    throw new Unprocessable(`account_id ${id} is not an account of the item`);
  return found;
}

/** Undefined where the caller leaves it to the aggregator; null where the aggregator is not to know. */
function readCategory(given: Json): string | null | undefined {
  if (given.category === undefined) return undefined;
  return optionalTextOf(given, 'category')?.toUpperCase() ?? null;
}

/** The row of the body that stands. Throws Unprocessable. */
export function standingRow(item: Item, body: Readonly<Record<string, unknown>>): LedgerRow {
  const row = item.ledger.find(textOf(body, 'transaction_id'));
  if (row === undefined) throw new Unprocessable('transaction_id names no transaction of the item');
  return row;
}

/** The row of a `modify` call and what it changes to. Throws Unprocessable. */
export function readChange(item: Item, body: unknown): { row: LedgerRow; patch: RowChange } {
  const given = readFields(body, 'the body', CHANGE);
  const row = standingRow(item, given);
  const patch: RowChange = {};
  if (given.amount !== undefined) {
    patch.amount = toMinor(amountOf(given, 'amount'), row.held.currency);
  }
  if (given.description !== undefined) {
    patch.name = textOf(given, 'description');
    patch.originalDescription = patch.name;
  }
  const category = readCategory(given);
  if (category !== undefined) patch.category = category;
  if (given.merchant_name !== undefined)
    patch.merchantName = optionalTextOf(given, 'merchant_name');
  if (given.date !== undefined) patch.date = dayOf(given, 'date', row.held.date);
  if (given.authorized_date !== undefined) {
    patch.authorizedDate =
      given.authorized_date === null ? null : dayOf(given, 'authorized_date', row.held.date);
  }
  if (Object.keys(patch).length === 0) throw new Unprocessable('nothing to modify is given');
  return { row, patch };
}
