import type { Day } from './calendar.ts';
import { monthIndex } from './calendar.ts';
import type { Category } from './categories.ts';
import type { Ingredient } from './entry.ts';
import { bankEntry, cardPosts } from './entry.ts';
import type { Dice } from './random.ts';
import type { Schedule } from './schedule.ts';

/** Something that comes again and again: pay, a bill, a subscription. */
export interface RepeatingPlan {
  key: string;
  accountKey: string;
  schedule: Schedule;
  /** Minor units, positive out; a function where it changes with the day. */
  amount: number | ((day: Day, dice: Dice) => number);
  /** What the bank calls it, for example 'NORTHGATE PAYROLL'. */
  description: string;
  merchantName: string | null;
  category: Category;
  website?: string;
  /** By card: pending for a day or two. Otherwise the bank books it on the day. */
  byCard?: boolean;
  /** The days on which it is subscribed to; always, unless said. */
  during?: (day: Day) => boolean;
}

/** An ingredient that the bank also recognises as a stream. */
export interface Repeating extends Ingredient {
  plan: RepeatingPlan;
}

/** Makes the ingredient of a repeating payment or income. */
export function repeating(plan: RepeatingPlan): Repeating {
  return {
    key: plan.key,
    plan,
    cook(day, dice, add) {
      if (!plan.schedule.isDue(day) || plan.during?.(day) === false) return;
      const amount = typeof plan.amount === 'number' ? plan.amount : plan.amount(day, dice);
      const name = plan.merchantName ?? plan.description;
      const entry = bankEntry(
        `${plan.key}-${day.iso}`,
        plan.accountKey,
        { origin: day.number, day: day.number },
        { amount, name, category: plan.category },
      );
      add({
        ...entry,
        merchantName: plan.merchantName,
        description: plan.description,
        channel: plan.byCard === true ? 'online' : 'other',
        website: plan.website ?? null,
        posts: plan.byCard === true ? cardPosts(day.number, dice) : day.number,
        authorized: plan.byCard === true,
        streamKey: plan.key,
      });
    },
  };
}

/** Pay that rises by `percent` every April; `amount` is that of 2026, in minor units and positive. */
export function risingPay(amount: number, percent: number): (day: Day) => number {
  return (day) => {
    const raises = day.year - 2026 - (day.month < 4 ? 1 : 0);
    return -Math.round(amount * (1 + percent / 100) ** raises);
  };
}

/**
 * A price that goes up every second September, so that any 24 months show one rise. `amount` is what it
 * costs from September 2026 on; each rise adds `step`.
 */
export function risingPrice(amount: number, step: number): (day: Day) => number {
  const september2026 = 2026 * 12 + 8;
  return (day) => {
    const rises = Math.floor((monthIndex(day) - september2026) / 24);
    return Math.max(step, amount + step * rises);
  };
}

/**
 * A price that goes up by `step` every year in `month` (1 to 12). `amount` is what it costs from that month
 * of 2026 on.
 */
export function risingYearly(amount: number, step: number, month: number): (day: Day) => number {
  return (day) => {
    const rises = day.year - 2026 - (day.month < month ? 1 : 0);
    return Math.max(step, amount + step * rises);
  };
}

/** A bill that follows the seasons: highest in January, lowest in July, with a little noise. */
export function seasonal(low: number, high: number): (day: Day, dice: Dice) => number {
  return (day, dice) => {
    const cold = (1 + Math.cos(((day.month - 1) / 6) * Math.PI)) / 2;
    return Math.round((low + (high - low) * cold) * (0.94 + dice.next() * 0.12));
  };
}

/**
 * Services tried for `kept` months and cancelled, a new one every `cycle` months, in turns. With a cycle below
 * 24 months any life holds one that was cancelled; the turns must be long enough apart (cycle times services,
 * less `kept`, above 24) that a cancelled one does not come back within the same life.
 */
export function triedInTurns(
  plans: readonly Omit<RepeatingPlan, 'during'>[],
  kept: number,
  cycle: number,
): Repeating[] {
  return plans.map((plan, turn) =>
    repeating({
      ...plan,
      during(day) {
        const month = monthIndex(day) - trialStart;
        return Math.floor(month / cycle) % plans.length === turn && month % cycle < kept;
      },
    }),
  );
}

/** The trials are counted from a January long past, so that their turns never depend on the window. */
const trialStart = 1999 * 12;
