import type { Ingredient } from './entry.ts';
import { bankEntry, cardEntry, cardPosts } from './entry.ts';
import type { Merchant } from './merchants.ts';
import type { Schedule } from './schedule.ts';

const dollarsPerEuro = 1.09;

/** A purchase in euros with the card issuer's fee in dollars beside it. */
export function purchaseInEuros(
  accountKey: string,
  schedule: Schedule,
  merchants: readonly Merchant[],
): Ingredient {
  return {
    key: 'abroad',
    cook(day, dice, add) {
      if (!schedule.isDue(day)) return;
      const merchant = dice.pick(merchants);
      const amount = dice.around(...merchant.prices);
      const settled = Math.round(amount * dollarsPerEuro);
      const when = {
        origin: day.number,
        day: day.number,
        posts: cardPosts(day.number, dice),
      };
      const key = `abroad-${day.iso}`;
      add({ ...cardEntry(key, accountKey, merchant, amount, when), currency: 'EUR', settled });
      add({
        ...bankEntry(`${key}-fee`, accountKey, when, {
          amount: Math.round(settled * 0.03),
          name: 'Foreign Transaction Fee',
          category: 'BANK_FEES_FOREIGN_TRANSACTION_FEES',
        }),
        posts: when.posts,
        authorized: true,
      });
    },
  };
}
