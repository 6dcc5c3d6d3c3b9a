import type { StreamFrequency } from '@cairn/people/life';
import type { BankAccount, BankData, BankTransaction } from '../items/bank-data.ts';
import { defaultCategory } from '../products/categories.ts';
import { toMinor } from '../products/currency.ts';
import {
  invalidField,
  type Json,
  readCurrency,
  readDate,
  readEntries,
  readNumber,
  readObject,
  readOptionalNumber,
  readOptionalString,
  readString,
} from './user-custom-fields.ts';
import { readCustomHoldings, readLiability } from './user-custom-products.ts';

const ACCOUNT_TYPES: readonly string[] = ['depository', 'credit', 'loan', 'investment', 'other'];
const FREQUENCIES: readonly string[] = [
  'WEEKLY',
  'BIWEEKLY',
  'SEMI_MONTHLY',
  'MONTHLY',
  'ANNUALLY',
  'UNKNOWN',
];

/**
 * Reads the JSON of a `user_custom` (https://plaid.com/docs/sandbox/user-custom/), with the sandbox's own
 * extensions. Fields of the real format that the sandbox does not use are ignored.
 * Throws INVALID_CREDENTIALS with the path of the field and the reason.
 */
export function parseUserCustom(password: string): BankData {
  let content: unknown;
  try {
    content = JSON.parse(password);
  } catch {
    throw invalidField('the password of user_custom', 'must be JSON');
  }
  const accounts: BankAccount[] = [];
  const rows: BankTransaction[] = [];
  const frequencies = new Map<string, StreamFrequency>();
  const accountList = readEntries(
    readObject(content, 'the password of user_custom'),
    'override_accounts',
    '',
  );
  if (accountList.length === 0)
    throw invalidField('override_accounts', 'must have at least one account');

  for (const [index, entry] of accountList.entries()) {
    const path = `override_accounts[${index}]`;
    const source = readObject(entry, path);
    const account = readAccount(source, path, index);
    accounts.push(account);
    for (const [rowIndex, row] of readEntries(source, 'transactions', path).entries()) {
      const rowPath = `${path}.transactions[${rowIndex}]`;
      const rowSource = readObject(row, rowPath);
      rows.push({
        ...readRow(rowSource, rowPath, account.currency),
        ...readStream(rowSource, rowPath, frequencies),
        key: `${index}.${rowIndex}`,
        accountKey: account.key,
      });
    }
  }
  rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { accounts, rows, streams: [], frequencies };
}

function readAccount(source: Json, path: string, index: number): BankAccount {
  const type = readString(source, 'type', path);
  if (!isAccountType(type))
    throw invalidField(`${path}.type`, `must be one of ${ACCOUNT_TYPES.join(', ')}`);
  const subtype = readString(source, 'subtype', path);
  const currency = readCurrency(source, path, 'USD');
  const meta = source.meta === undefined ? {} : readObject(source.meta, `${path}.meta`);
  const metaPath = `${path}.meta`;
  const minor = (value: number | null) => (value === null ? null : toMinor(value, currency));

  const limit = readOptionalNumber(meta, 'limit', metaPath);
  const startingBalance = readOptionalNumber(source, 'starting_balance', path) ?? 0;
  const current =
    'current' in source ? readOptionalNumber(source, 'current', path) : startingBalance;
  const name = readOptionalString(meta, 'name', metaPath) ?? `Custom ${subtype}`;
  const holdings = readCustomHoldings(source, path, currency);
  return {
    key: `account-${index}`,
    type,
    subtype,
    name,
    officialName: readOptionalString(meta, 'official_name', metaPath) ?? name,
    mask: readOptionalString(meta, 'mask', metaPath) ?? String(index + 1).padStart(4, '0'),
    currency,
    current: minor(current),
    available: minor(
      'available' in source
        ? readOptionalNumber(source, 'available', path)
        : defaultAvailable(type, current, limit),
    ),
    limit: minor(limit),
    debt: readLiability(source, path, { type, subtype, currency }),
    ...(holdings !== null && { holdings }),
  };
}

function defaultAvailable(type: BankAccount['type'], current: number | null, limit: number | null) {
  if (type === 'depository') return current;
  return type === 'credit' && current !== null && limit !== null ? limit - current : null;
}

function readRow(
  source: Json,
  path: string,
  accountCurrency: string,
): Omit<BankTransaction, 'key' | 'accountKey' | 'streamKey'> {
  const transactionDate = readDate(source, 'date_transacted', path);
  const postingDate =
    source.date_posted === undefined ? transactionDate : readDate(source, 'date_posted', path);
  const pending = source.pending ?? false;
  if (typeof pending !== 'boolean') throw invalidField(`${path}.pending`, 'must be true or false');
  const currency = readCurrency(source, path, accountCurrency);
  const amount = toMinor(readNumber(source, 'amount', path), currency);
  const description = readString(source, 'description', path);
  const category = readOptionalString(source, 'category', path);
  return {
    // A pending row has its transaction date. Its posting date is not known yet.
    date: pending ? transactionDate : postingDate,
    authorizedDate: readAuthorizedDate(source, path, transactionDate),
    amount,
    currency,
    name: description,
    merchantName: readOptionalString(source, 'merchant_name', path),
    originalDescription: description,
    category:
      source.category === null ? null : (category?.toUpperCase() ?? defaultCategory(amount)),
    guessed: category === null,
    pending,
    paymentChannel: 'other',
    website: null,
  };
}

/** Reads the authorized date, which defaults to the transaction date. Null if the row sets it to null. */
function readAuthorizedDate(source: Json, path: string, transactionDate: string): string | null {
  if (source.authorized_date === undefined) return transactionDate;
  return source.authorized_date === null ? null : readDate(source, 'authorized_date', path);
}

function readStream(
  source: Json,
  path: string,
  frequencies: Map<string, StreamFrequency>,
): Pick<BankTransaction, 'streamKey'> {
  if (source.recurring === undefined || source.recurring === null) return { streamKey: null };
  const recurringPath = `${path}.recurring`;
  const recurring = readObject(source.recurring, recurringPath);
  const streamKey = readString(recurring, 'stream_id', recurringPath);
  const frequency = readString(recurring, 'frequency', recurringPath).toUpperCase();
  if (!isFrequency(frequency)) {
    throw invalidField(`${recurringPath}.frequency`, `must be one of ${FREQUENCIES.join(', ')}`);
  }
  frequencies.set(streamKey, frequency);
  return { streamKey };
}

function isAccountType(value: string): value is BankAccount['type'] {
  return ACCOUNT_TYPES.includes(value);
}

function isFrequency(value: string): value is StreamFrequency {
  return FREQUENCIES.includes(value);
}
