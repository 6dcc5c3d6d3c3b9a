import type { ProofOf } from '@cairn/contract/proof';
import { cryptoAccountId } from '@cairn/contract/rules/crypto-value';
import { centsToMoney, toCents } from '../../domain/money/money.ts';
import { pageSize } from '../../domain/transactions/paging.ts';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
import { formatCsvLine } from '../../platform/csv.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { type Balance, findBalances } from './find-balances.ts';
import { createLeftOutPredicate, loadPastBalances, type PastBalance } from './past-balances.ts';
import { listPosted, sumPosted } from './proof.queries.ts';
import type { BalanceChangeTotal } from './provable-totals.ts';
import { toProofAccount } from './prove-balances.ts';
import { nextCursor, type ProofPage } from './prove-transactions.ts';

/**
 * Proves a change of the net worth: by how much each counted account changed it between two days. Accounts that didn't
 * change are listed only if their balance is estimated. For one account, also lists a page of the transactions that
 * posted in between, and the unexplained amount.
 */
export async function proveChanges(
  services: Services,
  userId: UserId,
  request: { total: BalanceChangeTotal; today: Temporal.PlainDate; page: ProofPage },
): Promise<ProofOf<'changes'>> {
  const { total, today } = request;
  const { currency, changes, leftOut } = await findChanges(services, userId, total, today);
  const sum = changes.reduce((cents, { change }) => cents + change, 0);
  const [first] = changes;
  return {
    kind: 'changes',
    sum: centsToMoney(sum),
    currency,
    period: { from: total.from, to: total.to ?? today.toString() },
    accounts: changes.map(({ row, before, after, wasBasis, basis, change }) => ({
      ...toProofAccount(row),
      was: centsToMoney(before),
      balance: centsToMoney(after),
      counted: centsToMoney(change),
      was_basis: wasBasis,
      basis,
    })),
    omitted_accounts: leftOut.map(({ row }) => toProofAccount(row)),
    posted:
      total.account !== null && first?.row.kind === 'account'
        ? await explainChange(services, userId, request, sum)
        : null,
  };
}

const csvHeader = [
  'institution',
  'account',
  'mask',
  'type',
  'from',
  'to',
  'currency',
  'change',
  'from_kind',
  'to_kind',
];

/**
 * Formats the changes of all accounts as accounts.csv. The `change` column adds up to the total. The last two columns
 * state how each balance is known, and are empty for a current one that is not estimated.
 */
export async function formatChangesCsv(
  services: Services,
  userId: UserId,
  total: BalanceChangeTotal,
  today: Temporal.PlainDate,
): Promise<string> {
  const { changes } = await findChanges(services, userId, total, today);
  return [
    formatCsvLine(csvHeader),
    ...changes.map(({ row, before, after, wasBasis, basis, change }) =>
      formatCsvLine([
        row.institution_name,
        row.name,
        row.mask,
        row.account_group,
        centsToMoney(before).toFixed(2),
        centsToMoney(after).toFixed(2),
        row.currency,
        centsToMoney(change).toFixed(2),
        wasBasis?.balance_kind,
        basis?.balance_kind,
      ]),
    ),
  ].join('');
}

/**
 * Returns the counted accounts whose balance changed or is estimated on either day, largest change first, and those
 * left out because of an estimate. A single requested account is returned in any case.
 */
async function findChanges(
  services: Services,
  userId: UserId,
  { from, to, account, knownOnly }: BalanceChangeTotal,
  today: Temporal.PlainDate,
) {
  const [{ currency, balances }, balanceOn] = await Promise.all([
    findBalances(services, userId),
    loadPastBalances(services, userId, from, today),
  ]);
  const compared = balances
    .filter((row) => row.omission_reason === null && (account === null || hasId(row, account)))
    .map((row) => {
      const balanceOfDay = (day: string) => balanceOn(row.kind, row.provider_account_id, day);
      const start = balanceOfDay(from);
      const end = balanceOfDay(to ?? today.toString());
      const before = start?.cents ?? 0;
      const after = to === null ? (row.cents ?? 0) : (end?.cents ?? 0);
      const endIsEstimated = isEstimate(end);
      return {
        kind: row.kind,
        row,
        before,
        after,
        wasBasis: start?.basis ?? null,
        basis: to === null && !endIsEstimated ? null : (end?.basis ?? null),
        // A growing debt lowers the net worth.
        change: (row.is_debt ? before - after : after - before) || 0,
        isEstimated: isEstimate(start) || endIsEstimated,
      };
    });
  const isLeftOut = knownOnly
    ? createLeftOutPredicate(compared, ({ isEstimated }) => isEstimated)
    : () => false;
  return {
    currency,
    changes: compared
      .filter((row) => !isLeftOut(row))
      // An unchanged balance matters only if it is estimated, because the net worth of both days then is an estimate.
      .filter(({ change, isEstimated }) => account !== null || change !== 0 || isEstimated)
      .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)),
    leftOut: compared.filter(isLeftOut),
  };
}

const isEstimate = (balance: PastBalance | null): boolean =>
  balance?.basis.balance_kind === 'estimated';

const hasId = ({ kind, provider_account_id }: Balance, account: string): boolean =>
  kind === 'exchange' ? account === cryptoAccountId : provider_account_id === account;

/** Returns a page of the transactions that posted in an account, and the part of its change that they don't explain. */
async function explainChange(
  { database }: Services,
  userId: UserId,
  request: { total: BalanceChangeTotal; page: ProofPage },
  changeCents: number,
): Promise<ProofOf<'changes'>['posted']> {
  const { list, after } = request.page;
  const days = toPostedRange(request.total);
  const [sums, page] = await Promise.all([
    sumPosted(database, userId, days),
    list === 'omitted'
      ? []
      : listPosted(database, userId, {
          ...days,
          page: { limit: pageSize + 1, offset: 0, after },
        }),
  ]);
  return {
    count: sums?.count ?? 0,
    included: toTransactions(page.slice(0, pageSize)),
    next: nextCursor(page),
    // Money out lowers the net worth.
    unexplained: centsToMoney(changeCents + toCents(sums?.amount ?? '0')),
  };
}

/** Returns the range of posted transactions that explain a change. */
export const toPostedRange = ({ account, from, to }: BalanceChangeTotal) => ({
  account: account ?? '',
  after: from,
  to,
});
