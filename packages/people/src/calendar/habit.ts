import type { TransactionSource } from '../draft-transaction.ts';
import { cardPostingDay, cardTransaction } from '../draft-transaction.ts';
import type { Merchant } from '../merchants.ts';
import type { Day } from './calendar.ts';

/** Everyday spending at one of several merchants. */
interface HabitPlan {
  key: string;
  accountKey: string;
  merchants: readonly Merchant[];
  /** The probability of a purchase (0 to 1): one number for all days, or one per weekday, Sunday first. */
  odds: number | readonly [number, number, number, number, number, number, number];
  /** The share of purchases that are refunded, fully or in part, 4 to 12 days later. */
  refunds?: number;
  /** Multiplies the odds by season. */
  season?: (day: Day) => number;
}

/** Creates the source of an everyday habit: at most one purchase a day. */
export function habit(plan: HabitPlan): TransactionSource {
  return {
    key: plan.key,
    generate(day, random, add) {
      const odds = typeof plan.odds === 'number' ? plan.odds : (plan.odds[day.weekday] ?? 0);
      if (!random.chance(odds * (plan.season?.(day) ?? 1))) return;
      const merchant = random.pick(plan.merchants);
      const amount = random.integerNear(...merchant.prices);
      const key = `${plan.key}-${day.iso}`;
      const originDay = day.number;
      const purchaseDays = {
        originDay,
        day: day.number,
        postingDay: cardPostingDay(day.number, random),
      };
      add(cardTransaction(key, plan.accountKey, merchant, amount, purchaseDays));
      if (!random.chance(plan.refunds ?? 0)) return;
      const refund = random.chance(0.5) ? amount : Math.round(amount * (0.2 + 0.6 * random.next()));
      const refundDay = day.number + random.integer(4, 12);
      add({
        ...cardTransaction(`${key}-refund`, plan.accountKey, merchant, -refund, {
          originDay,
          day: refundDay,
          postingDay: cardPostingDay(refundDay, random),
        }),
        description: `${merchant.descriptor} REFUND`,
      });
    },
  };
}

/** Multiplies shopping odds: more before Christmas, less in January. */
export function shoppingSeason(day: Day): number {
  if (day.month === 12) return day.date <= 24 ? 1.5 : 0.8;
  if (day.month === 11) return 1.2;
  return day.month === 1 ? 0.7 : 1;
}
