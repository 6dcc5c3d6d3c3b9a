import { cryptoHolding } from '@cairn/contract/crypto-value';
import { cryptoCurrency } from '../../domain/crypto-past.ts';
import { listExchangeWorths } from '../../domain/crypto-worth.queries.ts';
import { centsOf } from '../../domain/money.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import type { BalanceThen } from './balances-then.ts';
import { currencyOfTotals, type ProvedBalanceRow, provedBalances } from './proof.queries.ts';

/** An account or exchange with its balance. */
export interface Balance extends Omit<ProvedBalanceRow, 'balance'> {
  kind: 'account' | 'exchange';
  cents: number | null;
  /** How a past balance is known. Null for a current balance. */
  basis: BalanceThen['basis'] | null;
}

/** Returns a user's accounts and exchanges with their current balances, and the currency of totals. */
export async function findBalances(
  { database, exchange: configuredExchange }: Services,
  userId: UserId,
) {
  const [main, accounts, exchanges] = await Promise.all([
    currencyOfTotals(database, userId),
    provedBalances(database, userId),
    listExchangeWorths(database, userId),
  ]);
  const currency = exchanges.length > 0 ? (main ?? cryptoCurrency) : main;
  const balances = accounts.map(
    ({ balance, ...row }): Balance => ({
      ...row,
      kind: 'account',
      cents: balance === null ? null : centsOf(balance),
      basis: null,
    }),
  );
  for (const { exchange, value } of exchanges) {
    const name = exchange === configuredExchange?.key ? configuredExchange.name : exchange;
    balances.push({
      kind: 'exchange',
      provider_account_id: exchange,
      name,
      mask: null,
      institution_name: name,
      account_group: cryptoHolding,
      currency: cryptoCurrency,
      cents: centsOf(value),
      basis: null,
      is_debt: false,
      omission_reason: currency === cryptoCurrency ? null : 'currency',
    });
  }
  return { currency, balances };
}
