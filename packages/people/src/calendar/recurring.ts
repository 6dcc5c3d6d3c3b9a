import type { Category } from '../categories.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { bankTransaction, cardPostingDay } from '../draft-transaction.ts';
import type { Day } from './calendar.ts';
import { monthIndex } from './calendar.ts';
import type { Schedule } from './schedule.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A recurring payment or income: pay, a bill, a subscription. */
export interface RecurringPlan {
  key: string;
  accountKey: string;
  schedule: Schedule;
  /** In minor units. Positive means money out. A function if it depends on the day. */
  amount: number | ((day: Day, random: SeededRandom) => number);
  /** The bank's description, for example 'NORTHGATE PAYROLL'. */
  description: string;
  merchantName: string | null;
  category: Category;
  website?: string;
  /** Charged to a card, so pending for a day or two. Otherwise the bank posts it on the due day. */
  byCard?: boolean;
  /** True on days when the subscription is active. Always active if omitted. */
  isActiveOn?: (day: Day) => boolean;
}

/** A source that the bank also recognizes as a stream. */
export interface RecurringSource extends TransactionSource {
  plan: RecurringPlan;
}

/** Creates the source of a recurring payment or income. */
export function recurring(plan: RecurringPlan): RecurringSource {
  return {
    key: plan.key,
    plan,
    generate(day, random, add) {
      if (!plan.schedule.isDue(day) || plan.isActiveOn?.(day) === false) return;
      const amount = typeof plan.amount === 'number' ? plan.amount : plan.amount(day, random);
      const name = plan.merchantName ?? plan.description;
      const draft = bankTransaction(
        `${plan.key}-${day.iso}`,
        plan.accountKey,
        { originDay: day.number, day: day.number },
        { amount, name, category: plan.category },
      );
      add({
        ...draft,
        merchantName: plan.merchantName,
        description: plan.description,
        channel: plan.byCard === true ? 'online' : 'other',
        website: plan.website ?? null,
        postingDay: plan.byCard === true ? cardPostingDay(day.number, random) : day.number,
        authorized: plan.byCard === true,
        streamKey: plan.key,
      });
    },
  };
}

/**
 * Pay that rises by `percent` every April. `amount` is the pay of 2026, in minor units and positive. The result is
 * negative: money in.
 */
export function payWithAnnualRaises(amount: number, percent: number): (day: Day) => number {
  return (day) => {
    const raises = day.year - 2026 - (day.month < 4 ? 1 : 0);
    return -Math.round(amount * (1 + percent / 100) ** raises);
  };
}

/**
 * A price that rises by `step` every second September, so that any 24 months contain one increase. `amount` is the
 * price from September 2026.
 */
export function priceRisingEveryTwoYears(amount: number, step: number): (day: Day) => number {
  const september2026 = 2026 * 12 + 8;
  return (day) => {
    const rises = Math.floor((monthIndex(day) - september2026) / 24);
    return Math.max(step, amount + step * rises);
  };
}

/** A price that rises by `step` every year in `month` (1 to 12). `amount` is the price from that month of 2026. */
export function priceRisingEveryYear(
  amount: number,
  step: number,
  month: number,
): (day: Day) => number {
  return (day) => {
    const rises = day.year - 2026 - (day.month < month ? 1 : 0);
    return Math.max(step, amount + step * rises);
  };
}

/** The amount of a seasonal bill: highest in January, lowest in July, with a little noise. */
export function seasonalAmount(
  low: number,
  high: number,
): (day: Day, random: SeededRandom) => number {
  return (day, random) => {
    const coldness = (1 + Math.cos(((day.month - 1) / 6) * Math.PI)) / 2;
    return Math.round((low + (high - low) * coldness) * (0.94 + random.next() * 0.12));
  };
}

/**
 * Subscriptions tried in rotation: a new subscription starts every `cycleMonths` and is canceled after `activeMonths`.
 * A cycle of less than 24 months puts a canceled subscription in every life. A canceled subscription must not return
 * within the same life, so `cycleMonths * plans.length - activeMonths` must exceed 24.
 */
export function rotatingTrials(
  plans: readonly Omit<RecurringPlan, 'isActiveOn'>[],
  activeMonths: number,
  cycleMonths: number,
): RecurringSource[] {
  return plans.map((plan, index) =>
    recurring({
      ...plan,
      isActiveOn(day) {
        const month = monthIndex(day) - rotationStart;
        return (
          Math.floor(month / cycleMonths) % plans.length === index &&
          month % cycleMonths < activeMonths
        );
      },
    }),
  );
}

/** A fixed month before every window, so that the rotation does not depend on the window. */
const rotationStart = 1999 * 12;
