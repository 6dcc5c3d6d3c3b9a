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
 * By how much each account that counts moved the net worth between two days. That of one account has the
 * transactions that posted in between, a page of them, and what they do not explain.
 */
export async function proveChanges(
  services: Services,
  userId: UserId,
  asked: { total: TotalOfChanges; today: Temporal.PlainDate; page: ProofPage },
) {
  const { total, today } = asked;
  const { currency, changes } = await findChanges(services, userId, total, today);
  const sum = changes.reduce((all, { change }) => all + change, 0);
  const [only] = changes;
  const rows =
    total.account !== null && only?.row.kind === 'account'
      ? await explain(services, userId, asked)
      : null;
  return {
    ...nothingProved,
    ...(rows !== null && {
      sign: -1 as const,
      included: rows.included,
      next: { included: rows.next, left_out: null },
      unexplained: centsOnWire(sum - rows.moved),
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

/** The changes of all accounts as a file whose `change` adds up to the total. */
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

/** What counts and did not stay as it was, the largest change first; of one account also no change. */
async function findChanges(
  services: Services,
  userId: UserId,
  { from, to, account }: TotalOfChanges,
  today: Temporal.PlainDate,
) {
  const [{ currency, balances }, then] = await Promise.all([
    findBalances(services, userId),
    balancesSince(services, userId, from, today),
  ]);
  const changes = balances
    .filter((row) => row.left_out === null && (account === null || isMeant(row, account)))
    .map((row) => {
      const at = (day: string) => then(row.kind, row.provider_account_id, day);
      const before = at(from)?.cents ?? 0;
      const known = to === null ? { cents: row.cents ?? 0, basis: null } : at(to);
      const after = known?.cents ?? 0;
      return {
        row: { ...row, cents: after, basis: known?.basis ?? null },
        before,
        // A debt that grows lowers what one is worth.
        change: (row.is_debt ? before - after : after - before) || 0,
      };
    })
    .filter(({ change }) => account !== null || change !== 0)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return { currency, changes };
}

const isMeant = ({ kind, provider_account_id }: Balance, account: string): boolean =>
  kind === 'exchange' ? account === cryptoHolding : provider_account_id === account;

/** A page of what posted in an account after the first of two days until the second, and what all of it moved. */
async function explain(
  { database }: Services,
  userId: UserId,
  asked: { total: TotalOfChanges; today: Temporal.PlainDate; page: ProofPage },
) {
  const { list, after } = asked.page;
  const days = postedDays(asked.total);
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
    // Money out lowers what is had, and raises what is owed.
    moved: -centsOf(sums?.amount ?? '0'),
  };
}

/** Whose rows explain a change. */
export const postedDays = ({ account, from, to }: TotalOfChanges) => ({
  account: account ?? '',
  after: from,
  to,
});
