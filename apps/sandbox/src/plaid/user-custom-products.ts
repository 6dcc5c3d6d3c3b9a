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
 * Reads `liability` of an account, in the words in which /liabilities/get answers; what is left out is not
 * said. Null for accounts that no lender makes a statement of.
 */
export function readDebt(
  account: Json,
  accountPlace: string,
  { type, subtype, currency }: Pick<HeldAccount, 'type' | 'subtype' | 'currency'>,
): LifeDebt | null {
  const kind = kindOf(type, subtype);
  if (kind === null) return null;
  const place = `${accountPlace}.liability`;
  const source = account.liability == null ? {} : object(account.liability, place);
  const minor = (name: string) => {
    const value = optionalNumber(source, name, place);
    return value === null ? null : toMinor(value, currency);
  };
  const dayOf = (name: string) => optionalDay(source, name, place);
  return {
    kind,
    rate: optionalNumber(source, kind === 'credit' ? 'purchase_apr' : 'interest_rate', place),
    cashRate: optionalNumber(source, 'cash_apr', place),
    nextPayment: minor('minimum_payment_amount'),
    nextDueDate: dayOf('next_payment_due_date'),
    isOverdue: optionalBoolean(source, 'is_overdue', place),
    pastDue: minor('past_due_amount'),
    lastPayment: minor('last_payment_amount'),
    lastPaymentDate: dayOf('last_payment_date'),
    statementBalance: minor('last_statement_balance'),
    statementDate: dayOf('last_statement_issue_date'),
    principal: minor('origination_principal_amount'),
    originated: dayOf('origination_date'),
    matures: dayOf('maturity_date'),
  };
}

function kindOf(type: string, subtype: string): LifeDebt['kind'] | null {
  if (type === 'credit') return 'credit';
  if (type !== 'loan') return null;
  return subtype === 'mortgage' || subtype === 'student' ? subtype : null;
}

/** Reads `holdings` of an account; null where there are none given: they are worked out from its balance. */
export function readPositions(
  account: Json,
  accountPlace: string,
  accountCurrency: string,
): HeldPosition[] | null {
  if (account.holdings === undefined) return null;
  return list(account, 'holdings', accountPlace).map((each, at) => {
    const place = `${accountPlace}.holdings[${at}]`;
    const source = object(each, place);
    const currency = readCurrency(source, place, accountCurrency);
    const price = number(source, 'institution_price', place);
    const quantity = number(source, 'quantity', place);
    const value = optionalNumber(source, 'institution_value', place) ?? price * quantity;
    const cost = optionalNumber(source, 'cost_basis', place);
    return {
      security: readSecurity(source, place, at),
      quantity,
      price,
      priceDay: optionalDay(source, 'institution_price_as_of', place),
      value: toMinor(value, currency),
      cost: cost === null ? null : toMinor(cost, currency),
      currency,
    };
  });
}

function readSecurity(holding: Json, holdingPlace: string, at: number): HeldPosition['security'] {
  const place = `${holdingPlace}.security`;
  const source = holding.security == null ? {} : object(holding.security, place);
  const type = optionalText(source, 'type', place) ?? 'equity';
  if (!isSecurityType(type)) {
    throw wrong(`${place}.type`, `must be one of ${SECURITY_TYPES.join(', ')}`);
  }
  const ticker = optionalText(source, 'ticker_symbol', place);
  return {
    key: ticker ?? `holding-${at}`,
    name: optionalText(source, 'name', place),
    ticker,
    type,
  };
}

const isSecurityType = (type: string): type is LifeSecurity['type'] =>
  SECURITY_TYPES.includes(type);
