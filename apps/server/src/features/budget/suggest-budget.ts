import { sumBuckets } from '../../domain/bills.queries.ts';
import { periodSums } from '../../domain/bills.ts';
import { findMainCurrency } from '../../domain/main-currency.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';

const monthsLookedAt = 3;

/**
 * What to plan: the average of the last three whole months, those without any transactions left out, in
 * whole units of the main currency. `spending` is what is no bill.
 */
export async function suggestBudget(
  { database }: Services,
  userId: UserId,
  today: Temporal.PlainDate,
) {
  const months = Array.from({ length: monthsLookedAt }, (_, index) =>
    today.toPlainYearMonth().subtract({ months: index + 1 }),
  );
  const buckets = await Promise.all(
    months.map((month) =>
      sumBuckets(database, userId, {
        from: month.toPlainDate({ day: 1 }).toString(),
        to: month.toPlainDate({ day: month.daysInMonth }).toString(),
      }),
    ),
  );
  const known = buckets.filter((rows) => rows.length > 0).map(periodSums);
  const average = (cents: readonly number[]) =>
    Math.max(0, Math.round(cents.reduce((sum, one) => sum + one, 0) / (known.length || 1) / 100));
  return {
    earnings: average(known.map(({ income }) => income)),
    bills: average(known.map(({ bills }) => bills)),
    spending: average(known.map(({ spent, bills }) => spent - bills)),
    months: known.length,
    currency: await findMainCurrency(database, userId),
  };
}
