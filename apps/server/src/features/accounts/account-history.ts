import { accountOf } from '../../domain/account-rows.ts';
import { listPasts } from '../../domain/balance-history.queries.ts';
import {
  balancesAt,
  dayNumber,
  dayOnWire,
  unexplainedChanges,
} from '../../domain/balance-history.ts';
import { linkTokenOf } from '../../domain/link-token.ts';
import { findItem } from '../../domain/linked-items.queries.ts';
import { centsOnWire } from '../../domain/money.ts';
import { transactionsOf } from '../../domain/transaction-rows.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findAccount, listNewest } from './accounts.queries.ts';

/** How many days a history has at most, today included. */
const daysAtMost = 365;

/** One account with its balance per day, what of it no row explains, and its newest transactions. */
export async function accountHistory(
  { database }: Services,
  userId: UserId,
  providerAccountId: string,
  today: Temporal.PlainDate,
) {
  const from = today.subtract({ days: daysAtMost - 1 });
  const account = await findAccount(database, userId, providerAccountId);
  if (account === undefined) throw notFound('account');
  const [[past], transactions, item] = await Promise.all([
    listPasts(database, userId, { providerAccountId, from: from.toString() }),
    listNewest(database, userId, account.id),
    findItem(database, userId, account.item_id),
  ]);
  // Unlinked in this very moment.
  if (past === undefined || item === undefined) throw notFound('account');
  const [begin, now] = [dayNumber(from), dayNumber(today)];
  const first = Math.max(begin, Math.min(now, past.first_day ?? now));
  const days = Array.from({ length: now - first + 1 }, (_, index) => first + index);
  const balances = balancesAt(past, days, now) ?? [];
  return {
    details: accountOf(account),
    data: balances.map((cents, index) => ({
      date: dayOnWire(first + index),
      balance: centsOnWire(cents),
    })),
    gaps: unexplainedChanges(past)
      .filter(([day]) => day >= begin && day <= now)
      .map(([day, cents]) => ({ date: dayOnWire(day), amount: centsOnWire(cents) })),
    transactions: transactionsOf(transactions),
    link_item: linkTokenOf(item),
  };
}
