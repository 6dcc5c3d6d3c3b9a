import { positionsOf } from '@cairn/people/positions';
import type { Holding, Security } from 'plaid';
import { currencyFields, decimalsOf, toMajor, toMinor } from './currency.ts';
import type { HeldPosition } from './holding.ts';
import { idFrom } from './ids.ts';
import type { ItemAccount } from './item.ts';
import type { Wire } from './wire.ts';

/** A security as the published description has it; newer ones carry another number of it. */
type WireSecurity = Wire<Omit<Security, 'figi'>>;

/** What investment accounts hold, with each security once. `today`: ISO. */
export function describeHoldings(
  accounts: readonly ItemAccount[],
  today: string,
): { holdings: Wire<Holding>[]; securities: WireSecurity[] } {
  const securities = new Map<string, WireSecurity>();
  const holdings = accounts.flatMap((account) =>
    positionsNow(account, today).map((position) => {
      const security = wireSecurity(position);
      securities.set(security.security_id, security);
      return wireHolding(account.accountId, security.security_id, position);
    }),
  );
  return { holdings, securities: [...securities.values()] };
}

/** As they were given, or such that they add up to the balance as it is now. */
function positionsNow({ held, current }: ItemAccount, today: string): readonly HeldPosition[] {
  if (held.positions !== undefined) return held.positions;
  const { currency, subtype } = held;
  // The made-up market trades in dollars and cents, or their like.
  if (decimalsOf(currency) !== 2 || current === null) return [];
  const name = (position: { type: string; name: string }) =>
    position.type === 'cash' ? currencyName(currency) : position.name;
  return positionsOf({ subtype, current: toMinor(current, currency) }, today).map((position) => ({
    ...position,
    security: { ...position.security, name: name(position.security) },
    price: toMajor(position.price, currency),
    currency,
  }));
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencyName = (currency: string) => currencyNames.of(currency) ?? currency;

function wireHolding(
  account_id: string,
  security_id: string,
  { currency, ...position }: HeldPosition,
): Wire<Holding> {
  return {
    account_id,
    security_id,
    institution_price: position.price,
    institution_price_as_of: position.priceDay,
    institution_price_datetime: null,
    institution_value: toMajor(position.value, currency),
    cost_basis: position.cost === null ? null : toMajor(position.cost, currency),
    quantity: position.quantity,
    ...currencyFields(currency),
    vested_quantity: null,
    vested_value: null,
  };
}

function wireSecurity({ security, price, priceDay, currency }: HeldPosition): WireSecurity {
  return {
    security_id: idFrom('security', security.key, currency),
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
