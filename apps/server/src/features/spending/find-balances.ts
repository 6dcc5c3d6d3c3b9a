import { cryptoHolding } from '@cairn/contract/crypto-value';
import { cryptoCurrency } from '../../domain/crypto-past.ts';
import { listExchangeWorths } from '../../domain/crypto-worth.queries.ts';
import { centsOf } from '../../domain/money.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import type { BalanceThen } from './balances-then.ts';
import { currencyOfTotals, type ProvedBalanceRow, provedBalances } from './proof.queries.ts';

/** An account with its balance, or what coins at an exchange are worth. */
export interface Balance extends Omit<ProvedBalanceRow, 'balance'> {
  kind: 'account' | 'exchange';
  cents: number | null;
  /** How it is known where it is not that of now. */
  basis: BalanceThen['basis'] | null;
}

/** A user's accounts and exchanges with what they have now, and the currency that totals are in. */
export async function findBalances({ database, exchange: known }: Services, userId: UserId) {
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
    const name = exchange === known?.key ? known.name : exchange;
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
      left_out: currency === cryptoCurrency ? null : 'currency',
    });
  }
  return { currency, balances };
}
