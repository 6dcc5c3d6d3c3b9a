import { dayAt, parseDay } from './calendar/calendar.ts';
import type { RecurringSource } from './calendar/recurring.ts';
import { nextDueDay } from './calendar/schedule.ts';
import type { LifeStream, LifeTransaction } from './life.ts';

/**
 * Returns the streams that a bank would detect in `transactions` (oldest first). A stream ends when its next due
 * day passes without a transaction. It is mature after three transactions, or two if it is annual.
 */
export function findStreams(
  recurringSources: readonly RecurringSource[],
  transactions: readonly LifeTransaction[],
  today: number,
): LifeStream[] {
  const transactionsByStream = Map.groupBy(transactions, ({ streamKey }) => streamKey);
  const streams: LifeStream[] = [];
  for (const { plan } of recurringSources) {
    const occurrences = transactionsByStream.get(plan.key) ?? [];
    const [first] = occurrences;
    const last = occurrences.at(-1);
    if (first === undefined || last === undefined) continue;
    const next = nextDueDay(plan.schedule, parseDay(last.authorizedDate ?? last.date).number);
    const active = next === null || next.number >= today;
    const sum = occurrences.reduce((total, { amount }) => total + amount, 0);
    const matureCount = plan.schedule.frequency === 'ANNUALLY' ? 2 : 3;
    streams.push({
      key: plan.key,
      accountKey: plan.accountKey,
      direction: sum < 0 ? 'inflow' : 'outflow',
      description: plan.description,
      merchantName: plan.merchantName,
      category: plan.category,
      frequency: plan.schedule.frequency,
      averageAmount: Math.round(sum / occurrences.length),
      lastAmount: last.amount,
      firstDate: first.date,
      lastDate: last.date,
      predictedNextDate:
        active && next !== null && plan.schedule.frequency !== 'UNKNOWN'
          ? dayAt(next.number).iso
          : null,
      active,
      status: !active
        ? 'TOMBSTONED'
        : occurrences.length >= matureCount
          ? 'MATURE'
          : 'EARLY_DETECTION',
    });
  }
  return streams;
}
