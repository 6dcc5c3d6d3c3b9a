import { cryptoAccountId } from '@cairn/contract/rules/crypto-value';
import { listExchangeValues } from '../../domain/balances/crypto-history.queries.ts';
import { exchangeValueCurrency } from '../../domain/balances/crypto-history.ts';
import { toCents } from '../../domain/money/money.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import type { PastBalance } from './past-balances.ts';
import { findTotalsCurrency, listProofBalances, type ProofBalanceRow } from './proof.queries.ts';

/** An account or exchange with its balance. */
export interface Balance extends Omit<ProofBalanceRow, 'balance' | 'omission_reason'> {
  kind: 'account' | 'exchange';
  omission_reason: ProofBalanceRow['omission_reason'] | 'estimated';
  cents: number | null;
  /** How a past balance is known. Null for a current balance. */
  basis: PastBalance['basis'] | null;
}

/** Returns a user's accounts and exchanges with their current balances, and the currency of totals. */
export async function findBalances(
  { database, exchange: configuredExchange }: Services,
  userId: UserId,
) {
  const [main, accounts, exchanges] = await Promise.all([
    findTotalsCurrency(database, userId),
    listProofBalances(database, userId),
    listExchangeValues(database, userId),
  ]);
  const currency = exchanges.length > 0 ? (main ?? exchangeValueCurrency) : main;
  const balances = accounts.map(
    ({ balance, ...row }): Balance => ({
      ...row,
      kind: 'account',
      cents: balance === null ? null : toCents(balance),
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
      account_group: cryptoAccountId,
      currency: exchangeValueCurrency,
      cents: toCents(value),
      basis: null,
      is_debt: false,
      omission_reason: currency === exchangeValueCurrency ? null : 'currency',
    });
  }
  return { currency, balances };
}
