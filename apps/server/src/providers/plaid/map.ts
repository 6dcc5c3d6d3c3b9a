import { canonicalCategory, categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import type { AccountBase, RemovedTransaction, Transaction } from 'plaid';
import type { TransactionRecord } from '../../domain/transactions/bank-columns.ts';
import { newId } from '../../platform/identifiers.ts';
import { PlaidError } from './errors.ts';

/** The part of an account's row that comes from the provider. Money is decimal text in major units. */
export interface AccountRecord {
  /** The row's ID if it is new. */
  id: string;
  provider_account_id: string;
  type: string;
  subtype: string | null;
  name: string;
  official_name: string | null;
  mask: string | null;
  currency: string;
  current_balance: string | null;
  available_balance: string | null;
  credit_limit: string | null;
}

/** Maps an account. For credit and loan accounts, `current` is the amount owed. */
export function mapAccount(account: AccountBase): AccountRecord {
  const { balances } = account;
  return {
    id: newId(),
    provider_account_id: account.account_id,
    type: account.type,
    subtype: account.subtype,
    name: toStorableText(account.name),
    official_name: account.official_name === null ? null : toStorableText(account.official_name),
    mask: account.mask === null ? null : toStorableText(account.mask),
    currency: currencyOf(balances),
    current_balance: moneyText(balances.current),
    available_balance: moneyText(balances.available),
    credit_limit: moneyText(balances.limit),
  };
}

/**
 * Maps a transaction. A missing category becomes `OTHER_OTHER`. Logo URLs must use HTTPS, unless
 * `isTrustedLogo` accepts them.
 */
export function mapTransaction(
  transaction: Transaction,
  isTrustedLogo: (url: string) => boolean,
): TransactionRecord {
  const { primary, detailed } = transaction.personal_finance_category ?? {
    primary: 'OTHER',
    detailed: 'OTHER_OTHER',
  };
  const logo = transaction.logo_url ?? null;
  const amount = moneyText(transaction.amount);
  if (amount === null) throw new PlaidError('unexpected', 'MALFORMED_AMOUNT');
  return {
    id: newId(),
    provider_account_id: transaction.account_id,
    provider_transaction_id: transaction.transaction_id,
    amount,
    currency: currencyOf(transaction),
    date: parseCalendarDay(transaction.date),
    authorized_date:
      transaction.authorized_date === null ? null : parseCalendarDay(transaction.authorized_date),
    name: toStorableText(transaction.name),
    merchant_name: transaction.merchant_name ? toStorableText(transaction.merchant_name) : null,
    original_description: transaction.original_description
      ? toStorableText(transaction.original_description)
      : null,
    logo_url: logo !== null && (logo.startsWith('https://') || isTrustedLogo(logo)) ? logo : null,
    pending: transaction.pending,
    pending_transaction_id: transaction.pending_transaction_id,
    provider_primary: primary,
    provider_detailed: detailed,
    provider_category: canonicalCategory(detailed),
    provider_group: categoryGroupKey(detailed, primary),
  };
}

/** Returns the IDs of removed transactions. */
export const mapRemoved = (removed: readonly RemovedTransaction[]): string[] =>
  removed.map(({ transaction_id }) => transaction_id);

/** Formats money, which arrives as a double in major units, with two decimals. Throws `PlaidError`. */
export function moneyText(amount: number | null | undefined): string | null {
  if (amount === null || amount === undefined) return null;
  if (!Number.isFinite(amount)) throw new PlaidError('unexpected', 'MALFORMED_AMOUNT');
  return amount.toFixed(2);
}

interface Currencies {
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
}

/** Returns the ISO currency code, otherwise the unofficial one (for example of a cryptocurrency). */
export const currencyOf = ({ iso_currency_code, unofficial_currency_code }: Currencies): string =>
  iso_currency_code ?? unofficial_currency_code ?? 'USD';

// Caches parsed days: a history repeats the same few hundred days, and parsing them is the slowest part of mapping a
// row.
const parsedDays = new Map<string, string>();
const maxCachedDays = 5_000;

/** Parses a calendar day. Throws `PlaidError`. */
export function parseCalendarDay(text: string): string {
  const cached = parsedDays.get(text);
  if (cached !== undefined) return cached;
  try {
    const day = Temporal.PlainDate.from(text).toString();
    if (parsedDays.size < maxCachedDays) parsedDays.set(text, day);
    return day;
  } catch {
    throw new PlaidError('unexpected', 'MALFORMED_DATE');
  }
}

/** Removes NUL and replaces lone surrogates, which PostgreSQL can't store. */
export const toStorableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
