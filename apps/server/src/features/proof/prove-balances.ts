import type { ProofOf } from '@cairn/contract/proof';
import { centsToMoney } from '../../domain/money/money.ts';
import { formatCsvLine } from '../../platform/csv.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { type Balance, findBalances } from './find-balances.ts';
import { createLeftOutPredicate, loadPastBalances } from './past-balances.ts';
import type { BalanceTotal } from './provable-totals.ts';

/** Proves a total of balances. Lists all accounts without paging, because there are few. */
export async function proveBalances(
  services: Services,
  userId: UserId,
  total: BalanceTotal,
  today: Temporal.PlainDate,
): Promise<ProofOf<'balances'>> {
  const { currency, balances } = await findBalances(services, userId);
  const candidates = balances.filter((row) => belongsTo(row, total));
  const rows =
    total.asOf === null && !total.knownOnly
      ? candidates
      : await withPastBalances(services, userId, candidates, total, today);
  const included = rows
    .filter(({ omission_reason }) => omission_reason === null)
    .map((row) => ({ row, cents: signOf(row, total) * (row.cents ?? 0) || 0 }));
  return {
    kind: 'balances',
    sum: centsToMoney(included.reduce((sum, { cents }) => sum + cents, 0)),
    currency,
    as_of: total.asOf,
    accounts: included.map(({ row, cents }) => ({
      ...toBalanceLine(row),
      counted: centsToMoney(cents),
      basis: row.basis,
    })),
    omitted_accounts: rows.flatMap((row) =>
      row.omission_reason === null
        ? []
        : [{ reason: row.omission_reason, account: toBalanceLine(row) }],
    ),
  };
}

const csvHeader = [
  'institution',
  'account',
  'mask',
  'type',
  'balance',
  'currency',
  'counted',
  'omission_reason',
];

/**
 * Formats the proof as accounts.csv. The `counted` column adds up to the total; `omission_reason` is set for other
 * accounts. The file of a past day also has the day and how each balance is known.
 */
export async function formatBalancesCsv(
  services: Services,
  userId: UserId,
  total: BalanceTotal,
  today: Temporal.PlainDate,
) {
  const { accounts, omitted_accounts, as_of } = await proveBalances(services, userId, total, today);
  const lines = [
    ...accounts.map((account) => ({ account, ...account, reason: null })),
    ...omitted_accounts.map(({ account, reason }) => ({
      account,
      counted: null,
      basis: null,
      reason,
    })),
  ];
  const pastCells = (...cells: (string | undefined)[]) => (as_of === null ? [] : cells);
  return [
    formatCsvLine([...csvHeader, ...pastCells('as_of', 'basis', 'basis_day', 'balance_kind')]),
    ...lines.map(({ account, counted, basis, reason }) =>
      formatCsvLine([
        account.institution_name,
        account.name,
        account.mask,
        account.group,
        account.balance?.toFixed(2),
        account.currency,
        counted?.toFixed(2),
        reason,
        ...pastCells(as_of ?? '', basis?.kind, basis?.day, basis?.balance_kind),
      ]),
    ),
  ].join('');
}

/** Returns the accounts with their balances at the end of the total's day. */
async function withPastBalances(
  services: Services,
  userId: UserId,
  balances: readonly Balance[],
  { asOf, knownOnly }: BalanceTotal,
  today: Temporal.PlainDate,
): Promise<Balance[]> {
  const day = asOf ?? today.toString();
  const balanceOn = await loadPastBalances(services, userId, day, today);
  const rows = balances.map((row) => ({
    ...row,
    past: balanceOn(row.kind, row.provider_account_id, day),
  }));
  const isLeftOut = createLeftOutPredicate(
    rows,
    ({ past }) => past?.basis.balance_kind === 'estimated',
  );
  return rows.map((row) => ({
    ...row,
    ...(asOf !== null && { cents: row.past?.cents ?? null, basis: row.past?.basis ?? null }),
    omission_reason: row.omission_reason ?? (knownOnly && isLeftOut(row) ? 'estimated' : null),
  }));
}

function belongsTo(
  { kind, account_group, is_debt }: Balance,
  { group, balanceSheetSide }: BalanceTotal,
) {
  if (group !== null && account_group !== group) return false;
  // Account groups as shown in lists don't include crypto.
  if (group !== null && kind === 'exchange' && balanceSheetSide === 'as_shown') return false;
  return (
    balanceSheetSide === 'both' ||
    balanceSheetSide === 'as_shown' ||
    is_debt === (balanceSheetSide === 'debts')
  );
}

/** Returns the sign with which a balance counts. Debts reduce net worth, but a total of debts alone is positive. */
const signOf = ({ is_debt }: Balance, { balanceSheetSide }: BalanceTotal): 1 | -1 =>
  balanceSheetSide === 'both' && is_debt ? -1 : 1;

const toBalanceLine = (row: Balance) => ({
  ...toProofAccount(row),
  balance: row.cents === null ? null : centsToMoney(row.cents),
});

/** Converts an account or exchange to its form in a proof, without its balance. */
export const toProofAccount = (row: Balance) => ({
  kind: row.kind,
  account_id: row.provider_account_id,
  name: row.name,
  mask: row.mask,
  institution_name: row.institution_name,
  group: row.account_group,
  currency: row.currency,
});
