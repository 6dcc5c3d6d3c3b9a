import type { AccountHoldings, Liability } from '@cairn/contract/accounts';
import type { Static } from 'typebox';
import { toMoney, toMoneyOrNull } from '../../domain/money/money.ts';
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

const toLiability = ({ reported_at, ...row }: LiabilityRow): Static<typeof Liability> => ({
  ...row,
  minimum_payment_amount: toMoneyOrNull(row.minimum_payment_amount),
  past_due_amount: toMoneyOrNull(row.past_due_amount),
  last_payment_amount: toMoneyOrNull(row.last_payment_amount),
  last_statement_balance: toMoneyOrNull(row.last_statement_balance),
  interest_rate: row.interest_rate === null ? null : Number(row.interest_rate),
  aprs: row.aprs.map(({ type, percentage }) => ({ type, percentage: Number(percentage) })),
  origination_principal_amount: toMoneyOrNull(row.origination_principal_amount),
  as_of: reported_at.toISOString(),
});

function toAccountHoldings(rows: readonly HoldingRow[]): Static<typeof AccountHoldings>[] {
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
        value: toMoney(row.value),
        currency: row.currency,
        cost_basis: toMoneyOrNull(row.cost_basis),
        gain: toMoneyOrNull(row.gain),
      })),
      total: toMoney(first.total),
      unaccounted_balance: toMoneyOrNull(first.unaccounted_balance),
      as_of: first.reported_at.toISOString(),
    },
  ];
}
