import { centsOf, centsOnWire, moneyOrNull } from '../../domain/money.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { currencyOfTotals, type ProvedBalanceRow, provedBalances } from './proof.queries.ts';
import type { TotalOfBalances } from './provable-totals.ts';

/** The balances in a total and those left out, all of them: nobody has more accounts than fit a page. */
export async function proveBalances(queries: Queries, userId: UserId, total: TotalOfBalances) {
  const [currency, all] = await Promise.all([
    currencyOfTotals(queries, userId),
    provedBalances(queries, userId),
  ]);
  const rows = all.filter((row) => isOf(row, total));
  const included = rows
    .filter(({ left_out }) => left_out === null)
    .map((row) => ({ row, cents: signOf(row, total) * centsOf(row.balance ?? '0') || 0 }));
  return {
    sum: centsOnWire(included.reduce((sum, { cents }) => sum + cents, 0)),
    currency,
    sign: 1 as const,
    period: null,
    counts: { included: included.length, left_out: rows.length - included.length },
    netted: { count: 0, sum: 0 },
    pending: { count: 0, sum: 0 },
    reasons: [],
    included: [],
    left_out: [],
    next: { included: null, left_out: null },
    accounts: included.map(({ row, cents }) => ({
      ...accountOf(row),
      counted: centsOnWire(cents),
    })),
    accounts_left_out: rows.flatMap((row) =>
      row.left_out === null ? [] : [{ reason: row.left_out, account: accountOf(row) }],
    ),
  };
}

function isOf({ account_group, is_debt }: ProvedBalanceRow, { group, sheet }: TotalOfBalances) {
  if (group !== null) return account_group === group;
  return sheet === 'both' || is_debt === (sheet === 'debts');
}

/** Debts lower what one is worth; alone they are counted up, as they are shown. */
const signOf = ({ is_debt }: ProvedBalanceRow, { sheet }: TotalOfBalances): 1 | -1 =>
  sheet === 'both' && is_debt ? -1 : 1;

const accountOf = (row: ProvedBalanceRow) => ({
  account_id: row.provider_account_id,
  name: row.name,
  mask: row.mask,
  institution_name: row.institution_name,
  group: row.account_group,
  currency: row.currency,
  balance: moneyOrNull(row.balance),
});
