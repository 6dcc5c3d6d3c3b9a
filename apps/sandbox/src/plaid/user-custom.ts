import type { StreamFrequency } from '@cairn/people/life';
import { guessCategory } from './categories.ts';
import { toMinor } from './currency.ts';
import {
  day,
  type Json,
  list,
  number,
  object,
  optionalNumber,
  optionalText,
  readCurrency,
  text,
  wrong,
} from './custom-fields.ts';
import type { HeldAccount, HeldRow, Holding } from './holding.ts';
import { readDebt, readPositions } from './user-custom-products.ts';

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
 * extensions. Fields that the real one knows and the sandbox has no use for are passed over.
 * Throws INVALID_CREDENTIALS with the place and the reason.
 */
export function parseUserCustom(password: string): Holding {
  let content: unknown;
  try {
    content = JSON.parse(password);
  } catch {
    throw wrong('the password of user_custom', 'must be JSON');
  }
  const accounts: HeldAccount[] = [];
  const rows: HeldRow[] = [];
  const frequencies = new Map<string, StreamFrequency>();
  const given = list(object(content, 'the password of user_custom'), 'override_accounts', '');
  if (given.length === 0) throw wrong('override_accounts', 'must hold at least one account');

  for (const [at, each] of given.entries()) {
    const place = `override_accounts[${at}]`;
    const source = object(each, place);
    const account = readAccount(source, place, at);
    accounts.push(account);
    for (const [rowAt, row] of list(source, 'transactions', place).entries()) {
      const rowPlace = `${place}.transactions[${rowAt}]`;
      const rowSource = object(row, rowPlace);
      rows.push({
        ...readRow(rowSource, rowPlace, account.currency),
        ...readStream(rowSource, rowPlace, frequencies),
        key: `${at}.${rowAt}`,
        accountKey: account.key,
      });
    }
  }
  rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { accounts, rows, streams: [], frequencies };
}

function readAccount(source: Json, place: string, at: number): HeldAccount {
  const type = text(source, 'type', place);
  if (!isAccountType(type))
    throw wrong(`${place}.type`, `must be one of ${ACCOUNT_TYPES.join(', ')}`);
  const subtype = text(source, 'subtype', place);
  const currency = readCurrency(source, place, 'USD');
  const meta = source.meta === undefined ? {} : object(source.meta, `${place}.meta`);
  const metaPlace = `${place}.meta`;
  const minor = (value: number | null) => (value === null ? null : toMinor(value, currency));

  const limit = optionalNumber(meta, 'limit', metaPlace);
  const starting = optionalNumber(source, 'starting_balance', place) ?? 0;
  const current = 'current' in source ? optionalNumber(source, 'current', place) : starting;
  const name = optionalText(meta, 'name', metaPlace) ?? `Custom ${subtype}`;
  const positions = readPositions(source, place, currency);
  return {
    key: `account-${at}`,
    type,
    subtype,
    name,
    officialName: optionalText(meta, 'official_name', metaPlace) ?? name,
    mask: optionalText(meta, 'mask', metaPlace) ?? String(at + 1).padStart(4, '0'),
    currency,
    current: minor(current),
    available: minor(
      'available' in source
        ? optionalNumber(source, 'available', place)
        : usualAvailable(type, current, limit),
    ),
    limit: minor(limit),
    debt: readDebt(source, place, { type, subtype, currency }),
    ...(positions !== null && { positions }),
  };
}

function usualAvailable(type: HeldAccount['type'], current: number | null, limit: number | null) {
  if (type === 'depository') return current;
  return type === 'credit' && current !== null && limit !== null ? limit - current : null;
}

function readRow(
  source: Json,
  place: string,
  accountCurrency: string,
): Omit<HeldRow, 'key' | 'accountKey' | 'streamKey'> {
  const transacted = day(source, 'date_transacted', place);
  const posted = source.date_posted === undefined ? transacted : day(source, 'date_posted', place);
  const pending = source.pending ?? false;
  if (typeof pending !== 'boolean') throw wrong(`${place}.pending`, 'must be true or false');
  const currency = readCurrency(source, place, accountCurrency);
  const amount = toMinor(number(source, 'amount', place), currency);
  const description = text(source, 'description', place);
  const category = optionalText(source, 'category', place);
  return {
    // A pending row carries the day it happened; the bank knows its posting day only later.
    date: pending ? transacted : posted,
    authorizedDate: readAuthorized(source, place, transacted),
    amount,
    currency,
    name: description,
    merchantName: optionalText(source, 'merchant_name', place),
    originalDescription: description,
    category: source.category === null ? null : (category?.toUpperCase() ?? guessCategory(amount)),
    guessed: category === null,
    pending,
    paymentChannel: 'other',
    website: null,
  };
}

/** The day it was transacted, unless the row says otherwise: null where the bank never told. */
function readAuthorized(source: Json, place: string, transacted: string): string | null {
  if (source.authorized_date === undefined) return transacted;
  return source.authorized_date === null ? null : day(source, 'authorized_date', place);
}

function readStream(
  source: Json,
  place: string,
  frequencies: Map<string, StreamFrequency>,
): Pick<HeldRow, 'streamKey'> {
  if (source.recurring === undefined || source.recurring === null) return { streamKey: null };
  const recurringPlace = `${place}.recurring`;
  const recurring = object(source.recurring, recurringPlace);
  const streamKey = text(recurring, 'stream_id', recurringPlace);
  const frequency = text(recurring, 'frequency', recurringPlace).toUpperCase();
  if (!isFrequency(frequency)) {
    throw wrong(`${recurringPlace}.frequency`, `must be one of ${FREQUENCIES.join(', ')}`);
  }
  frequencies.set(streamKey, frequency);
  return { streamKey };
}

function isAccountType(value: string): value is HeldAccount['type'] {
  return ACCOUNT_TYPES.includes(value);
}

function isFrequency(value: string): value is StreamFrequency {
  return FREQUENCIES.includes(value);
}
