import { cryptoHolding } from '@cairn/contract/crypto-value';
import { csvLine } from '../../domain/csv.ts';
import { centsOf, centsOnWire } from '../../domain/money.ts';
import { type Place, pageSize, placeOf } from '../../domain/pages.ts';
import { transactionsOf } from '../../domain/transaction-rows.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { balancesSince } from './balances-then.ts';
import { type Balance, findBalances } from './find-balances.ts';
import { nothingProved } from './nothing-proved.ts';
import { postedPage, sumPosted } from './proof.queries.ts';
import type { TotalOfChanges } from './provable-totals.ts';
import { accountOf } from './prove-balances.ts';
import { type ProofPage, placeAfter } from './prove-rows.ts';

/**
 * Proves a change of the net worth: by how much each counted account changed it between two days. For one account,
 * also lists a page of the transactions that posted in between, and the unexplained amount.
 */
export async function proveChanges(
  services: Services,
  userId: UserId,
  request: { total: TotalOfChanges; today: Temporal.PlainDate; page: ProofPage },
) {
  const { total, today } = request;
  const { currency, changes } = await findChanges(services, userId, total, today);
  const sum = changes.reduce((cents, { change }) => cents + change, 0);
  const [first] = changes;
  const rows =
    total.account !== null && first?.row.kind === 'account'
      ? await listPostedRows(services, userId, request)
      : null;
  return {
    ...nothingProved,
    ...(rows !== null && {
      sign: -1 as const,
      included: rows.included,
      next: { included: rows.next, left_out: null },
      unexplained: centsOnWire(sum - rows.explainedCents),
    }),
    made_of: 'changes' as const,
    sum: centsOnWire(sum),
    currency,
    as_of: total.to,
    period: { from: total.from, to: total.to ?? today.toString() },
    counts: { included: rows?.count ?? changes.length, left_out: 0 },
    accounts: changes.map(({ row, before, change }) => ({
      ...accountOf(row),
      counted: centsOnWire(change),
      basis: row.basis,
      was: centsOnWire(before),
    })),
  };
}

/** Formats the changes of all accounts as accounts.csv. The `change` column adds up to the total. */
export async function changesFile(
  services: Services,
  userId: UserId,
  total: TotalOfChanges,
  today: Temporal.PlainDate,
): Promise<string> {
  const { changes } = await findChanges(services, userId, total, today);
  return [
    csvLine(['institution', 'account', 'mask', 'type', 'from', 'to', 'currency', 'change']),
    ...changes.map(({ row, before, change }) =>
      csvLine([
        row.institution_name,
        row.name,
        row.mask,
        row.account_group,
        centsOnWire(before).toFixed(2),
        centsOnWire(row.cents ?? 0).toFixed(2),
        row.currency,
        centsOnWire(change).toFixed(2),
      ]),
    ),
  ].join('');
}

/**
 * Returns the counted accounts whose balance changed, largest change first. A single requested account is returned
 * even if unchanged.
 */
async function findChanges(
  services: Services,
  userId: UserId,
  { from, to, account }: TotalOfChanges,
  today: Temporal.PlainDate,
) {
  const [{ currency, balances }, balanceOn] = await Promise.all([
    findBalances(services, userId),
    balancesSince(services, userId, from, today),
  ]);
  const changes = balances
    .filter((row) => row.omission_reason === null && (account === null || hasId(row, account)))
    .map((row) => {
      const pastBalance = (day: string) => balanceOn(row.kind, row.provider_account_id, day);
      const before = pastBalance(from)?.cents ?? 0;
      const end = to === null ? { cents: row.cents ?? 0, basis: null } : pastBalance(to);
      const after = end?.cents ?? 0;
      return {
        row: { ...row, cents: after, basis: end?.basis ?? null },
        before,
        // A growing debt lowers the net worth.
        change: (row.is_debt ? before - after : after - before) || 0,
      };
    })
    .filter(({ change }) => account !== null || change !== 0)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return { currency, changes };
}

const hasId = ({ kind, provider_account_id }: Balance, account: string): boolean =>
  kind === 'exchange' ? account === cryptoHolding : provider_account_id === account;

/** Returns a page of the transactions that posted in an account between two days, and the sum of all of them. */
async function listPostedRows(
  { database }: Services,
  userId: UserId,
  request: { total: TotalOfChanges; today: Temporal.PlainDate; page: ProofPage },
) {
  const { list, after } = request.page;
  const days = postedDays(request.total);
  const place: Place | null = after === undefined ? null : placeOf(after);
  const [sums, page] = await Promise.all([
    sumPosted(database, userId, days),
    list === 'left_out'
      ? []
      : postedPage(database, userId, {
          ...days,
          page: { limit: pageSize + 1, offset: 0, after: place },
        }),
  ]);
  return {
    included: transactionsOf(page.slice(0, pageSize)),
    next: placeAfter(page),
    count: sums?.count ?? 0,
    // Money out lowers the net worth.
    explainedCents: -centsOf(sums?.amount ?? '0'),
  };
}

/** Returns the range of posted transactions that explain a change. */
export const postedDays = ({ account, from, to }: TotalOfChanges) => ({
  account: account ?? '',
  after: from,
  to,
});
