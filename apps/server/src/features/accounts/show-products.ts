import type { HoldingsOfAccount, Liability } from '@cairn/contract/accounts';
import type { Static } from 'typebox';
import { moneyOnWire, moneyOrNull } from '../../domain/money.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findAccount } from './accounts.queries.ts';
import {
  type HoldingRow,
  type LiabilityRow,
  listHoldings,
  listLiabilities,
} from './products.queries.ts';

/** Returns the payment details of one account, or of all. Throws 404 for an unknown account. */
export async function showLiabilities(
  services: Services,
  userId: UserId,
  accountId: string | undefined,
) {
  await requireAccount(services, userId, accountId);
  const rows = await listLiabilities(services.database, userId, accountId ?? null);
  return { liabilities: rows.map(toLiability) };
}

/** Returns the holdings of one account, or of all. Throws 404 for an unknown account. */
export async function showHoldings(
  services: Services,
  userId: UserId,
  accountId: string | undefined,
) {
  await requireAccount(services, userId, accountId);
  const rows = await listHoldings(services.database, userId, accountId ?? null);
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return { accounts: [...byAccount.values()].flatMap(toAccountHoldings) };
}

/** Throws 404 for an unknown account. Undefined means all accounts. */
async function requireAccount(
  { database }: Services,
  userId: UserId,
  accountId: string | undefined,
): Promise<void> {
  if (accountId === undefined) return;
  if ((await findAccount(database, userId, accountId)) === undefined) throw notFound('account');
}

const toLiability = ({ told_at, ...row }: LiabilityRow): Static<typeof Liability> => ({
  ...row,
  minimum_payment_amount: moneyOrNull(row.minimum_payment_amount),
  past_due_amount: moneyOrNull(row.past_due_amount),
  last_payment_amount: moneyOrNull(row.last_payment_amount),
  last_statement_balance: moneyOrNull(row.last_statement_balance),
  interest_rate: row.interest_rate === null ? null : Number(row.interest_rate),
  aprs: row.aprs.map(({ type, percentage }) => ({ type, percentage: Number(percentage) })),
  origination_principal_amount: moneyOrNull(row.origination_principal_amount),
  as_of: told_at.toISOString(),
});

function toAccountHoldings(rows: readonly HoldingRow[]): Static<typeof HoldingsOfAccount>[] {
  const [first] = rows;
  if (first === undefined) return [];
  return [
    {
      account_id: first.account_id,
      currency: first.account_currency,
      holdings: rows.map((row) => ({
        security_id: row.security_id,
        name: row.name,
        ticker_symbol: row.ticker_symbol,
        type: row.type,
        is_cash: row.is_cash,
        quantity: row.quantity,
        price: row.price,
        price_as_of: row.price_as_of,
        value: moneyOnWire(row.value),
        currency: row.currency,
        cost_basis: moneyOrNull(row.cost_basis),
        gain: moneyOrNull(row.gain),
      })),
      total: moneyOnWire(first.total),
      not_covered: moneyOrNull(first.not_covered),
      as_of: first.told_at.toISOString(),
    },
  ];
}
