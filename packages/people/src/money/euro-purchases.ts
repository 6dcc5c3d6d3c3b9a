import type { Schedule } from '../calendar/schedule.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { bankTransaction, cardPostingDay, cardTransaction } from '../draft-transaction.ts';
import type { Merchant } from '../merchants.ts';

const dollarsPerEuro = 1.09;

/** A purchase in euros, and the card issuer's fee in dollars as a separate transaction. */
export function purchaseInEuros(
  accountKey: string,
  schedule: Schedule,
  merchants: readonly Merchant[],
): TransactionSource {
  return {
    key: 'abroad',
    generate(day, random, add) {
      if (!schedule.isDue(day)) return;
      const merchant = random.pick(merchants);
      const amount = random.integerNear(...merchant.prices);
      const amountInAccountCurrency = Math.round(amount * dollarsPerEuro);
      const days = {
        originDay: day.number,
        day: day.number,
        postingDay: cardPostingDay(day.number, random),
      };
      const key = `abroad-${day.iso}`;
      add({
        ...cardTransaction(key, accountKey, merchant, amount, days),
        currency: 'EUR',
        amountInAccountCurrency,
      });
      add({
        ...bankTransaction(`${key}-fee`, accountKey, days, {
          amount: Math.round(amountInAccountCurrency * 0.03),
          name: 'Foreign Transaction Fee',
          category: 'BANK_FEES_FOREIGN_TRANSACTION_FEES',
        }),
        postingDay: days.postingDay,
        authorized: true,
      });
    },
  };
}
