import type { LifeDebt } from '@cairn/people/life';
import type { LifeSecurity } from '@cairn/people/money/holdings';
import type { BankAccount, BankHolding } from '../items/bank-data.ts';
import { toMinor } from '../products/currency.ts';
import {
  invalidField,
  type Json,
  readCurrency,
  readEntries,
  readNumber,
  readObject,
  readOptionalBoolean,
  readOptionalDate,
  readOptionalNumber,
  readOptionalString,
} from './user-custom-fields.ts';

const SECURITY_TYPES: readonly string[] = ['cash', 'equity', 'etf', 'fixed income', 'mutual fund'];

/**
 * Reads `liability` of an account, with the field names of /liabilities/get. Missing fields are null. Returns null for
 * accounts of a type without liabilities.
 */
export function readLiability(
  account: Json,
  accountPath: string,
  { type, subtype, currency }: Pick<BankAccount, 'type' | 'subtype' | 'currency'>,
): LifeDebt | null {
  const kind = debtKindOf(type, subtype);
  if (kind === null) return null;
  const path = `${accountPath}.liability`;
  const source = account.liability == null ? {} : readObject(account.liability, path);
  const minor = (name: string) => {
    const value = readOptionalNumber(source, name, path);
    return value === null ? null : toMinor(value, currency);
  };
  const optionalDate = (name: string) => readOptionalDate(source, name, path);
  return {
    kind,
    rate: readOptionalNumber(source, kind === 'credit' ? 'purchase_apr' : 'interest_rate', path),
    cashRate: readOptionalNumber(source, 'cash_apr', path),
    nextPayment: minor('minimum_payment_amount'),
    nextDueDate: optionalDate('next_payment_due_date'),
    isOverdue: readOptionalBoolean(source, 'is_overdue', path),
    pastDue: minor('past_due_amount'),
    lastPayment: minor('last_payment_amount'),
    lastPaymentDate: optionalDate('last_payment_date'),
    statementBalance: minor('last_statement_balance'),
    statementDate: optionalDate('last_statement_issue_date'),
    principal: minor('origination_principal_amount'),
    originationDate: optionalDate('origination_date'),
    maturityDate: optionalDate('maturity_date'),
  };
}

function debtKindOf(type: string, subtype: string): LifeDebt['kind'] | null {
  if (type === 'credit') return 'credit';
  if (type !== 'loan') return null;
  return subtype === 'mortgage' || subtype === 'student' ? subtype : null;
}

/** Reads `holdings` of an account. Returns null if it is omitted: holdings are then generated from the balance. */
export function readCustomHoldings(
  account: Json,
  accountPath: string,
  accountCurrency: string,
): BankHolding[] | null {
  if (account.holdings === undefined) return null;
  return readEntries(account, 'holdings', accountPath).map((entry, index) => {
    const path = `${accountPath}.holdings[${index}]`;
    const source = readObject(entry, path);
    const currency = readCurrency(source, path, accountCurrency);
    const price = readNumber(source, 'institution_price', path);
    const quantity = readNumber(source, 'quantity', path);
    const value = readOptionalNumber(source, 'institution_value', path) ?? price * quantity;
    const cost = readOptionalNumber(source, 'cost_basis', path);
    return {
      security: readSecurity(source, path, index),
      quantity,
      price,
      priceDay: readOptionalDate(source, 'institution_price_as_of', path),
      value: toMinor(value, currency),
      cost: cost === null ? null : toMinor(cost, currency),
      currency,
    };
  });
}

function readSecurity(holding: Json, holdingPath: string, index: number): BankHolding['security'] {
  const path = `${holdingPath}.security`;
  const source = holding.security == null ? {} : readObject(holding.security, path);
  const type = readOptionalString(source, 'type', path) ?? 'equity';
  if (!isSecurityType(type)) {
    throw invalidField(`${path}.type`, `must be one of ${SECURITY_TYPES.join(', ')}`);
  }
  const ticker = readOptionalString(source, 'ticker_symbol', path);
  return {
    key: ticker ?? `holding-${index}`,
    name: readOptionalString(source, 'name', path),
    ticker,
    type,
  };
}

const isSecurityType = (type: string): type is LifeSecurity['type'] =>
  SECURITY_TYPES.includes(type);
