import { dayAt } from '../calendar/calendar.ts';
import { dateInPreviousMonth, monthly } from '../calendar/schedule.ts';
import type { SeededRandom } from '../calendar/seeded-random.ts';
import type { DraftTransaction } from '../draft-transaction.ts';
import type { Ledger } from '../ledger.ts';
import type { CardPaymentPlan } from '../life-plan.ts';
import { transferPair } from './transfers.ts';

/** A card's payments. */
export interface CardPayments {
  payments: DraftTransaction[];
  /** The day number through which everything posted to the card has been paid. */
  paidThrough: number;
}

/**
 * Generates the payment of every statement that opens on or after day number `first` and is due by `last`. It
 * arrives at the card up to a day after it leaves the paying account.
 */
export function payCard(
  card: { key: string; name: string; payment: CardPaymentPlan },
  ledger: Ledger,
  days: { first: number; last: number },
  random: SeededRandom,
): CardPayments {
  const schedule = monthly(card.payment.paymentDay, 'after');
  const result: CardPayments = { payments: [], paidThrough: days.first - 1 };
  for (let number = days.first; number <= days.last; number++) {
    const day = dayAt(number);
    if (!schedule.isDue(day)) continue;
    const closingDate = dateInPreviousMonth(day, card.payment.closingDay);
    const openingDay = dateInPreviousMonth(closingDate, card.payment.closingDay).number + 1;
    if (openingDay < days.first) continue;
    const owed = ledger.sum(card.key, openingDay, closingDate.number);
    const gap = random.split(number).integer(0, 1);
    if (number + gap <= days.last) result.paidThrough = closingDate.number;
    if (owed <= 0) continue;
    const transfer = transferPair(
      `${card.key}-payment-${day.iso}`,
      { from: card.payment.from, to: card.key },
      owed,
      { day: number, gap },
      {
        outName: `${card.name} Autopay`,
        outCategory: 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT',
        inName: 'Payment Thank You',
        inCategory: 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT',
      },
    );
    result.payments.push(...transfer);
  }
  return result;
}
