import { csvLine } from '../../domain/csv.ts';
import { centsOnWire } from '../../domain/money.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { balancesSince } from './balances-then.ts';
import { type Balance, findBalances } from './find-balances.ts';
import { nothingProved } from './nothing-proved.ts';
import type { TotalOfBalances } from './provable-totals.ts';

/** The balances in a total and those left out, all of them: nobody has more accounts than fit a page. */
export async function proveBalances(
  services: Services,
  userId: UserId,
  total: TotalOfBalances,
  today: Temporal.PlainDate,
) {
  const { currency, balances } = await findBalances(services, userId);
  const shown = balances.filter((row) => isOf(row, total));
  const rows = total.on === null ? shown : await ofDay(services, userId, shown, total.on, today);
  const included = rows
    .filter(({ left_out }) => left_out === null)
    .map((row) => ({ row, cents: signOf(row, total) * (row.cents ?? 0) || 0 }));
  return {
    ...nothingProved,
    made_of: 'balances' as const,
    sum: centsOnWire(included.reduce((sum, { cents }) => sum + cents, 0)),
    currency,
    as_of: total.on,
    counts: { included: included.length, left_out: rows.length - included.length },
    accounts: included.map(({ row, cents }) => ({
      ...accountOf(row),
      counted: centsOnWire(cents),
      basis: row.basis,
      was: null,
    })),
    accounts_left_out: rows.flatMap((row) =>
      row.left_out === null ? [] : [{ reason: row.left_out, account: accountOf(row) }],
    ),
  };
}

const fileHeader = [
  'institution',
  'account',
  'mask',
  'type',
  'balance',
  'currency',
  'counted',
  'left_out',
];

/**
 * The same as accounts.csv: what is `counted` adds up to the total, and `left_out` says why not. That of a past
 * day says which, and how each balance of it is known.
 */
export async function balancesFile(
  services: Services,
  userId: UserId,
  total: TotalOfBalances,
  today: Temporal.PlainDate,
) {
  const { accounts, accounts_left_out, as_of } = await proveBalances(
    services,
    userId,
    total,
    today,
  );
  const lines = [
    ...accounts.map((account) => ({ account, ...account, reason: null })),
    ...accounts_left_out.map(({ account, reason }) => ({
      account,
      counted: null,
      basis: null,
      reason,
    })),
  ];
  const ofDayOnly = (...cells: (string | undefined)[]) => (as_of === null ? [] : cells);
  return [
    csvLine([...fileHeader, ...ofDayOnly('as_of', 'known_by', 'known_on')]),
    ...lines.map(({ account, counted, basis, reason }) =>
      csvLine([
        account.institution_name,
        account.name,
        account.mask,
        account.group,
        account.balance?.toFixed(2),
        account.currency,
        counted?.toFixed(2),
        reason,
        ...ofDayOnly(as_of ?? '', basis?.kind, basis?.day),
      ]),
    ),
  ].join('');
}

/** The balances as they were at the end of a past day. */
async function ofDay(
  services: Services,
  userId: UserId,
  balances: readonly Balance[],
  day: string,
  today: Temporal.PlainDate,
): Promise<Balance[]> {
  const then = await balancesSince(services, userId, day, today);
  return balances.map((row) => {
    const known = then(row.kind, row.provider_account_id, day);
    return { ...row, cents: known?.cents ?? null, basis: known?.basis ?? null };
  });
}

function isOf({ kind, account_group, is_debt }: Balance, { group, sheet }: TotalOfBalances) {
  if (group !== null && account_group !== group) return false;
  // The groups that accounts are listed in have none of the coins.
  if (group !== null && kind === 'exchange' && sheet === 'as_shown') return false;
  return sheet === 'both' || sheet === 'as_shown' || is_debt === (sheet === 'debts');
}

/** Debts lower what one is worth; alone they are counted up, as they are shown. */
const signOf = ({ is_debt }: Balance, { sheet }: TotalOfBalances): 1 | -1 =>
  sheet === 'both' && is_debt ? -1 : 1;

/** What a proof says of an account. */
export const accountOf = (row: Balance) => ({
  kind: row.kind,
  account_id: row.provider_account_id,
  name: row.name,
  mask: row.mask,
  institution_name: row.institution_name,
  group: row.account_group,
  currency: row.currency,
  balance: row.cents === null ? null : centsOnWire(row.cents),
});
