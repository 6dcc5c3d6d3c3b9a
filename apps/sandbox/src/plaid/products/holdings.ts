import { holdingsOf } from '@cairn/people/money/holdings';
import type { Holding, Security } from 'plaid';
import type { Wire } from '../calls/wire.ts';
import type { BankHolding } from '../items/bank-data.ts';
import { deriveId } from '../items/ids.ts';
import type { ItemAccount } from '../items/item.ts';
import { currencyFields, decimalsOf, toMajor, toMinor } from './currency.ts';

/** A security as in the published API description. Newer SDK types add `figi`. */
type WireSecurity = Wire<Omit<Security, 'figi'>>;

/** Returns the holdings of investment accounts, and each security once. `today` is an ISO date. */
export function describeHoldings(
  accounts: readonly ItemAccount[],
  today: string,
): { holdings: Wire<Holding>[]; securities: WireSecurity[] } {
  const securities = new Map<string, WireSecurity>();
  const holdings = accounts.flatMap((account) =>
    bankHoldingsOf(account, today).map((holding) => {
      const security = wireSecurity(holding);
      securities.set(security.security_id, security);
      return wireHolding(account.accountId, security.security_id, holding);
    }),
  );
  return { holdings, securities: [...securities.values()] };
}

/** Returns the given holdings, or generated holdings that add up to the current balance. */
function bankHoldingsOf(
  { bankAccount, current }: ItemAccount,
  today: string,
): readonly BankHolding[] {
  if (bankAccount.holdings !== undefined) return bankAccount.holdings;
  const { currency, subtype } = bankAccount;
  // Generated holdings support only currencies with two decimals.
  if (decimalsOf(currency) !== 2 || current === null) return [];
  const nameOf = (holding: { type: string; name: string }) =>
    holding.type === 'cash' ? currencyName(currency) : holding.name;
  return holdingsOf({ subtype, current: toMinor(current, currency) }, today).map((holding) => ({
    ...holding,
    security: { ...holding.security, name: nameOf(holding.security) },
    price: toMajor(holding.price, currency),
    currency,
  }));
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencyName = (currency: string) => currencyNames.of(currency) ?? currency;

function wireHolding(
  account_id: string,
  security_id: string,
  { currency, ...holding }: BankHolding,
): Wire<Holding> {
  return {
    account_id,
    security_id,
    institution_price: holding.price,
    institution_price_as_of: holding.priceDay,
    institution_price_datetime: null,
    institution_value: toMajor(holding.value, currency),
    cost_basis: holding.cost === null ? null : toMajor(holding.cost, currency),
    quantity: holding.quantity,
    ...currencyFields(currency),
    vested_quantity: null,
    vested_value: null,
  };
}

function wireSecurity({ security, price, priceDay, currency }: BankHolding): WireSecurity {
  return {
    security_id: deriveId('security', security.key, currency),
    isin: null,
    cusip: null,
    sedol: null,
    institution_security_id: null,
    institution_id: null,
    proxy_security_id: null,
    name: security.name,
    ticker_symbol: security.ticker,
    is_cash_equivalent: security.type === 'cash',
    type: security.type,
    subtype: null,
    close_price: price,
    close_price_as_of: priceDay,
    update_datetime: null,
    ...currencyFields(currency),
    market_identifier_code: null,
    sector: null,
    industry: null,
    cfi_code: null,
    option_contract: null,
    fixed_income: null,
  };
}
