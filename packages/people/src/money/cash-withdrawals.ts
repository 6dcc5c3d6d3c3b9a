import type { TransactionSource } from '../draft-transaction.ts';
import { bankTransaction } from '../draft-transaction.ts';

/** ATM withdrawals in steps of $20 up to `maxAmount` (minor units), some with a fee. */
export function cashWithdrawals(
  accountKey: string,
  odds: number,
  maxAmount: number,
): TransactionSource {
  return {
    key: 'cash',
    generate(day, random, add) {
      if (!random.chance(odds)) return;
      const key = `cash-${day.iso}`;
      const days = { originDay: day.number, day: day.number };
      const amount = random.integer(1, maxAmount / 2000) * 2000;
      add({
        ...bankTransaction(key, accountKey, days, {
          amount,
          name: 'ATM Withdrawal',
          category: 'TRANSFER_OUT_WITHDRAWAL',
        }),
        description: `ATM WITHDRAWAL ${random.integer(1000, 9999)} MILL ST ALDER FALLS`,
        channel: 'in store',
        // The bank posts a withdrawal the next day.
        postingDay: day.number + 1,
        authorized: true,
      });
      if (!random.chance(0.2)) return;
      add(
        bankTransaction(`${key}-fee`, accountKey, days, {
          amount: 350,
          name: 'ATM Fee',
          category: 'BANK_FEES_ATM_FEES',
        }),
      );
    },
  };
}
