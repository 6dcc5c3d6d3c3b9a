import type { Schedule } from '../calendar/schedule.ts';
import type { Category } from '../categories.ts';
import type { DraftTransaction, TransactionSource } from '../draft-transaction.ts';
import { bankTransaction } from '../draft-transaction.ts';

/** The names and categories on the two transactions of a transfer. */
export interface TransferLabels {
  outName: string;
  outCategory: Category;
  inName: string;
  inCategory: Category;
}

/** The two transactions of an internal transfer. The incoming transaction follows after `gap` days. */
export function transferPair(
  key: string,
  accounts: { from: string; to: string },
  amount: number,
  timing: { day: number; gap: number },
  labels: TransferLabels,
): [DraftTransaction, DraftTransaction] {
  const originDay = timing.day;
  return [
    bankTransaction(
      `${key}-out`,
      accounts.from,
      { originDay, day: timing.day },
      { amount, name: labels.outName, category: labels.outCategory },
    ),
    bankTransaction(
      `${key}-in`,
      accounts.to,
      { originDay, day: timing.day + timing.gap },
      { amount: -amount, name: labels.inName, category: labels.inCategory },
    ),
  ];
}

/**
 * A transfer of a round amount between two accounts. On each due day, it is made with probability `odds`. The
 * incoming transaction follows within two days.
 */
export function scheduledTransfer(plan: {
  key: string;
  from: string;
  to: string;
  amounts: readonly number[];
  schedule: Schedule;
  odds: number;
  labels: TransferLabels;
}): TransactionSource {
  return {
    key: plan.key,
    generate(day, random, add) {
      if (!plan.schedule.isDue(day) || !random.chance(plan.odds)) return;
      const gap = random.chance(0.6) ? 0 : random.integer(1, 2);
      const amount = random.pick(plan.amounts);
      const key = `${plan.key}-${day.iso}`;
      for (const draft of transferPair(key, plan, amount, { day: day.number, gap }, plan.labels)) {
        add(draft);
      }
    },
  };
}

/** Labels of a manual transfer between checking and savings. */
export const accountTransferLabels: TransferLabels = {
  outName: 'Online Transfer Out',
  outCategory: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
  inName: 'Online Transfer In',
  inCategory: 'TRANSFER_IN_ACCOUNT_TRANSFER',
};
