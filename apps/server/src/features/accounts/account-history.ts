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

/** Days. The maximum length of a history, including today. */
const maxDays = 365;

/** Returns an account with its daily balances, unexplained amounts, and newest transactions. Throws 404 for an unknown account. */
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
    listPasts(database, userId, { providerAccountId, from: from.toString() }),
    listNewest(database, userId, account.id),
    findItem(database, userId, account.item_id),
  ]);
  // The item was unlinked meanwhile.
  if (history === undefined || item === undefined) throw notFound('account');
  const [startNumber, todayNumber] = [dayNumber(from), dayNumber(today)];
  const first = Math.max(startNumber, Math.min(todayNumber, history.first_day ?? todayNumber));
  const days = Array.from({ length: todayNumber - first + 1 }, (_, index) => first + index);
  const balances = balancesAt(history, days, todayNumber) ?? [];
  return {
    details: accountOf(account),
    data: balances.map((cents, index) => ({
      date: dayOnWire(first + index),
      balance: centsOnWire(cents),
    })),
    gaps: unexplainedChanges(history)
      .filter(([day]) => day >= startNumber && day <= todayNumber)
      .map(([day, cents]) => ({ date: dayOnWire(day), amount: centsOnWire(cents) })),
    transactions: transactionsOf(transactions),
    link_item: linkTokenOf(item),
  };
}
