import { toAccount } from '../../domain/balances/account-rows.ts';
import { listBalanceHistories } from '../../domain/balances/balance-history.queries.ts';
import {
  balancesOn,
  formatDayNumber,
  toDayNumber,
  unexplainedAmounts,
} from '../../domain/balances/balance-history.ts';
import { balanceKindsOn } from '../../domain/balances/balance-kinds.ts';
import { findItem } from '../../domain/items/linked-items.queries.ts';
import { centsToMoney } from '../../domain/money/money.ts';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
import { toItemReference } from '../../items/serialize-item.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findAccount, listNewestTransactions } from './accounts.queries.ts';

/** The maximum length of a history in days, including today. */
const maxDays = 365;

/**
 * Returns an account with its daily balances, unexplained amounts, and newest transactions. Throws 404 for an unknown
 * account.
 */
export async function accountHistory(
  { database }: Services,
  userId: UserId,
  providerAccountId: string,
  today: Temporal.PlainDate,
) {
  const from = today.subtract({ days: maxDays - 1 });
  const account = await findAccount(database, userId, providerAccountId);
  if (account === undefined) throw notFound('account');
  const [[history], transactions, item] = await Promise.all([
    listBalanceHistories(database, userId, { providerAccountId, from: from.toString() }),
    listNewestTransactions(database, userId, account.id),
    findItem(database, userId, account.item_id),
  ]);
  // The item was unlinked meanwhile.
  if (history === undefined || item === undefined) throw notFound('account');
  const [startNumber, todayNumber] = [toDayNumber(from), toDayNumber(today)];
  const first = Math.max(startNumber, Math.min(todayNumber, history.first_day ?? todayNumber));
  const days = Array.from({ length: todayNumber - first + 1 }, (_, index) => first + index);
  const balances = balancesOn(history, days, todayNumber) ?? [];
  const kinds = balanceKindsOn(history, days, todayNumber);
  return {
    details: toAccount(account),
    data: balances.map((cents, index) => ({
      date: formatDayNumber(first + index),
      balance: centsToMoney(cents),
      kind: kinds[index] ?? 'estimated',
    })),
    unexplained: unexplainedAmounts(history)
      .filter(([day]) => day >= startNumber && day <= todayNumber)
      .map(([day, cents]) => ({ date: formatDayNumber(day), amount: centsToMoney(cents) })),
    transactions: toTransactions(transactions),
    link_item: toItemReference(item),
  };
}
