import type { Category } from './categories.ts';
import type { Entry, Ingredient } from './entry.ts';
import { bankEntry } from './entry.ts';
import type { Schedule } from './schedule.ts';

/** What both banks write on the halves of a transfer. */
export interface TransferWords {
  outName: string;
  outCategory: Category;
  inName: string;
  inCategory: Category;
}

/** Both halves of a movement between two accounts of one person; `gap` days lie between them. */
export function transferHalves(
  key: string,
  accounts: { from: string; to: string },
  amount: number,
  when: { day: number; gap: number },
  words: TransferWords,
): [Entry, Entry] {
  const origin = when.day;
  return [
    bankEntry(
      `${key}-out`,
      accounts.from,
      { origin, day: when.day },
      { amount, name: words.outName, category: words.outCategory },
    ),
    bankEntry(
      `${key}-in`,
      accounts.to,
      { origin, day: when.day + when.gap },
      { amount: -amount, name: words.inName, category: words.inCategory },
    ),
  ];
}

/** A round sum moved between two accounts whenever `schedule` says so; the second half follows in 0 to 2 days. */
export function roundTransfer(plan: {
  key: string;
  from: string;
  to: string;
  amounts: readonly number[];
  schedule: Schedule;
  odds: number;
  words: TransferWords;
}): Ingredient {
  return {
    key: plan.key,
    cook(day, dice, add) {
      if (!plan.schedule.isDue(day) || !dice.chance(plan.odds)) return;
      const gap = dice.chance(0.6) ? 0 : dice.whole(1, 2);
      const amount = dice.pick(plan.amounts);
      const key = `${plan.key}-${day.iso}`;
      for (const half of transferHalves(key, plan, amount, { day: day.number, gap }, plan.words)) {
        add(half);
      }
    },
  };
}

/** The words for moving money between checking and savings by hand. */
export const betweenOwnAccounts: TransferWords = {
  outName: 'Online Transfer Out',
  outCategory: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
  inName: 'Online Transfer In',
  inCategory: 'TRANSFER_IN_ACCOUNT_TRANSFER',
};
