import type { Ingredient } from './entry.ts';
import { bankEntry } from './entry.ts';

/** Cash from a machine, now and then one that charges for it. */
export function cashWithdrawals(accountKey: string, odds: number, most: number): Ingredient {
  return {
    key: 'cash',
    cook(day, dice, add) {
      if (!dice.chance(odds)) return;
      const key = `cash-${day.iso}`;
      const when = { origin: day.number, day: day.number };
      const amount = dice.whole(1, most / 2000) * 2000;
      add({
        ...bankEntry(key, accountKey, when, {
          amount,
          name: 'ATM Withdrawal',
          category: 'TRANSFER_OUT_WITHDRAWAL',
        }),
        description: `ATM WITHDRAWAL ${dice.whole(1000, 9999)} MILL ST ALDER FALLS`,
        channel: 'in store',
        // Cash leaves the account at once, but the bank books it the next day.
        posts: day.number + 1,
        authorized: true,
      });
      if (!dice.chance(0.2)) return;
      add(
        bankEntry(`${key}-fee`, accountKey, when, {
          amount: 350,
          name: 'ATM Fee',
          category: 'BANK_FEES_ATM_FEES',
        }),
      );
    },
  };
}
