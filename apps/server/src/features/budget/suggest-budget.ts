import { sumBudgetMonths } from '../../domain/categories/budget-buckets.queries.ts';
import { findMainCurrency } from '../../domain/money/main-currency.queries.ts';
import { toCents } from '../../domain/money/money.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';

const monthCount = 3;

/**
 * Suggests planned amounts: the averages of the last three full months, ignoring months without transactions, in
 * whole units of the main currency. `spending` excludes bills.
 */
export async function suggestBudget(
  { database }: Services,
  userId: UserId,
  today: Temporal.PlainDate,
) {
  const first = today.with({ day: 1 });
  const [months, currency] = await Promise.all([
    sumBudgetMonths(database, userId, {
      from: first.subtract({ months: monthCount }).toString(),
      to: first.subtract({ days: 1 }).toString(),
    }),
    findMainCurrency(database, userId),
  ]);
  const average = (amounts: readonly string[]) => {
    const cents = amounts.reduce((sum, amount) => sum + toCents(amount), 0);
    return Math.max(0, Math.round(cents / (months.length || 1) / 100));
  };
  return {
    earnings: average(months.map(({ income }) => income)),
    bills: average(months.map(({ bills }) => bills)),
    spending: average(months.map(({ non_bill_spending }) => non_bill_spending)),
    months: months.length,
    currency,
  };
}
