import type { Holding, InvestmentsHoldingsGetResponse, Security } from 'plaid';
import { PlaidError } from './errors.ts';
import { currencyOf, toStorableText } from './map.ts';
import { amountText, dayOrNull, exactText } from './map-values.ts';

/** A holding. Money and numbers are decimal text. Null means that the aggregator does not report it. */
export interface HoldingRecord {
  provider_account_id: string;
  provider_security_id: string;
  name: string | null;
  ticker_symbol: string | null;
  /** The aggregator's value, from an open set. */
  security_type: string | null;
  is_cash: boolean;
  quantity: string;
  institution_price: string;
  price_as_of: string | null;
  institution_value: string;
  /** The total price paid, not the price per unit. */
  cost_basis: string | null;
  currency: string;
}

/** Maps holdings and keeps their order. Source: Plaid API, /investments/holdings/get. */
export function mapHoldings({
  holdings,
  securities,
}: Pick<InvestmentsHoldingsGetResponse, 'holdings' | 'securities'>): HoldingRecord[] {
  const securitiesById = new Map(securities.map((security) => [security.security_id, security]));
  return holdings.map((holding) => mapHolding(holding, securitiesById.get(holding.security_id)));
}

function mapHolding(holding: Holding, security: Security | undefined): HoldingRecord {
  const value = amountText(holding.institution_value);
  if (value === null) throw new PlaidError('unexpected', 'MALFORMED_AMOUNT');
  return {
    provider_account_id: toStorableText(holding.account_id),
    provider_security_id: toStorableText(holding.security_id),
    name: security?.name ? toStorableText(security.name) : null,
    ticker_symbol: security?.ticker_symbol ? toStorableText(security.ticker_symbol) : null,
    security_type: security?.type ? toStorableText(security.type) : null,
    is_cash: security?.type === 'cash' || security?.is_cash_equivalent === true,
    quantity: exactText(holding.quantity),
    institution_price: exactText(holding.institution_price),
    // If there is only an instant, its UTC day is used, regardless of the user's time zone.
    price_as_of: dayOrNull(
      holding.institution_price_as_of ?? holding.institution_price_datetime?.slice(0, 10),
    ),
    institution_value: value,
    cost_basis: amountText(holding.cost_basis),
    currency: currencyOf(holding),
  };
}
