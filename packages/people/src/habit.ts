import type { Day } from './calendar.ts';
import type { Ingredient } from './entry.ts';
import { cardEntry, cardPosts } from './entry.ts';
import type { Merchant } from './merchants.ts';

/** Everyday spending at one of several merchants. */
interface HabitPlan {
  key: string;
  accountKey: string;
  merchants: readonly Merchant[];
  /** The chance that a day has one (0 to 1): one for all days, or seven from Sunday on. */
  odds: number | readonly [number, number, number, number, number, number, number];
  /** The share of purchases of which part comes back 4 to 12 days later. */
  refunds?: number;
  /** Scales the odds with the time of year. */
  season?: (day: Day) => number;
}

/** Makes the ingredient of an everyday habit: at most one purchase a day. */
export function habit(plan: HabitPlan): Ingredient {
  return {
    key: plan.key,
    cook(day, dice, add) {
      const base = typeof plan.odds === 'number' ? plan.odds : (plan.odds[day.weekday] ?? 0);
      if (!dice.chance(base * (plan.season?.(day) ?? 1))) return;
      const merchant = dice.pick(plan.merchants);
      const amount = dice.around(...merchant.prices);
      const key = `${plan.key}-${day.iso}`;
      const origin = day.number;
      const bought = { origin, day: day.number, posts: cardPosts(day.number, dice) };
      add(cardEntry(key, plan.accountKey, merchant, amount, bought));
      if (!dice.chance(plan.refunds ?? 0)) return;
      const back = dice.chance(0.5) ? amount : Math.round(amount * (0.2 + 0.6 * dice.next()));
      const returned = day.number + dice.whole(4, 12);
      add({
        ...cardEntry(`${key}-refund`, plan.accountKey, merchant, -back, {
          origin,
          day: returned,
          posts: cardPosts(returned, dice),
        }),
        description: `${merchant.descriptor} REFUND`,
      });
    },
  };
}

/** More shopping before Christmas, less in January. */
export function shoppingSeason(day: Day): number {
  if (day.month === 12) return day.date <= 24 ? 1.5 : 0.8;
  if (day.month === 11) return 1.2;
  return day.month === 1 ? 0.7 : 1;
}
