import type { LifeDebt } from '@cairn/people/life';
import type { LifeSecurity } from '@cairn/people/positions';
import { toMinor } from './currency.ts';
import {
  type Json,
  list,
  number,
  object,
  optionalBoolean,
  optionalDay,
  optionalNumber,
  optionalText,
  readCurrency,
  wrong,
} from './custom-fields.ts';
import type { HeldAccount, HeldPosition } from './holding.ts';

const SECURITY_TYPES: readonly string[] = ['cash', 'equity', 'etf', 'fixed income', 'mutual fund'];

/**
 * Reads `liability` of an account, with the field names of /liabilities/get. Missing fields are null. Returns null for
 * accounts of a type without liabilities.
 */
export function readDebt(
  account: Json,
  accountPath: string,
  { type, subtype, currency }: Pick<HeldAccount, 'type' | 'subtype' | 'currency'>,
): LifeDebt | null {
  const kind = kindOf(type, subtype);
  if (kind === null) return null;
  const path = `${accountPath}.liability`;
  const source = account.liability == null ? {} : object(account.liability, path);
  const minor = (name: string) => {
    const value = optionalNumber(source, name, path);
    return value === null ? null : toMinor(value, currency);
  };
  const optionalDate = (name: string) => optionalDay(source, name, path);
  return {
    kind,
    rate: optionalNumber(source, kind === 'credit' ? 'purchase_apr' : 'interest_rate', path),
    cashRate: optionalNumber(source, 'cash_apr', path),
    nextPayment: minor('minimum_payment_amount'),
    nextDueDate: optionalDate('next_payment_due_date'),
    isOverdue: optionalBoolean(source, 'is_overdue', path),
    pastDue: minor('past_due_amount'),
    lastPayment: minor('last_payment_amount'),
    lastPaymentDate: optionalDate('last_payment_date'),
    statementBalance: minor('last_statement_balance'),
    statementDate: optionalDate('last_statement_issue_date'),
    principal: minor('origination_principal_amount'),
    originated: optionalDate('origination_date'),
    matures: optionalDate('maturity_date'),
  };
}

function kindOf(type: string, subtype: string): LifeDebt['kind'] | null {
  if (type === 'credit') return 'credit';
  if (type !== 'loan') return null;
  return subtype === 'mortgage' || subtype === 'student' ? subtype : null;
}

/** Reads `holdings` of an account. Returns null if it is omitted: holdings are then generated from the balance. */
export function readPositions(
  account: Json,
  accountPath: string,
  accountCurrency: string,
): HeldPosition[] | null {
  if (account.holdings === undefined) return null;
  return list(account, 'holdings', accountPath).map((entry, index) => {
    const path = `${accountPath}.holdings[${index}]`;
    const source = object(entry, path);
    const currency = readCurrency(source, path, accountCurrency);
    const price = number(source, 'institution_price', path);
    const quantity = number(source, 'quantity', path);
    const value = optionalNumber(source, 'institution_value', path) ?? price * quantity;
    const cost = optionalNumber(source, 'cost_basis', path);
    return {
      security: readSecurity(source, path, index),
      quantity,
      price,
      priceDay: optionalDay(source, 'institution_price_as_of', path),
      value: toMinor(value, currency),
      cost: cost === null ? null : toMinor(cost, currency),
      currency,
    };
  });
}

function readSecurity(holding: Json, holdingPath: string, index: number): HeldPosition['security'] {
  const path = `${holdingPath}.security`;
  const source = holding.security == null ? {} : object(holding.security, path);
  const type = optionalText(source, 'type', path) ?? 'equity';
  if (!isSecurityType(type)) {
    throw wrong(`${path}.type`, `must be one of ${SECURITY_TYPES.join(', ')}`);
  }
  const ticker = optionalText(source, 'ticker_symbol', path);
  return {
    key: ticker ?? `holding-${index}`,
    name: optionalText(source, 'name', path),
    ticker,
    type,
  };
}

const isSecurityType = (type: string): type is LifeSecurity['type'] =>
  SECURITY_TYPES.includes(type);
