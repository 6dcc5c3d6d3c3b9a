import { dayAt } from './calendar.ts';
import type { Entry } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { CardPaymentPlan } from './plan.ts';
import type { Dice } from './random.ts';
import { dateInMonthBefore, monthly } from './schedule.ts';
import { transferHalves } from './transfers.ts';

/** A card's payments and what they leave owed. */
export interface PaidCard {
  payments: Entry[];
  /** The day number up to which all that posted to the card has been paid. */
  paidUpTo: number;
}

/**
 * Pays every statement that closes after day number `first` and is due by `last`. The card's half arrives up to
 * a day after the half of the paying account.
 */
export function payCard(
  card: { key: string; name: string; payment: CardPaymentPlan },
  ledger: Ledger,
  days: { first: number; last: number },
  dice: Dice,
): PaidCard {
  const due = monthly(card.payment.paidOn, 'after');
  const paid: PaidCard = { payments: [], paidUpTo: days.first - 1 };
  for (let number = days.first; number <= days.last; number++) {
    const day = dayAt(number);
    if (!due.isDue(day)) continue;
    const closed = dateInMonthBefore(day, card.payment.closesOn);
    const opened = dateInMonthBefore(closed, card.payment.closesOn).number + 1;
    if (opened < days.first) continue;
    const owed = ledger.sum(card.key, opened, closed.number);
    const gap = dice.split(number).whole(0, 1);
    if (number + gap <= days.last) paid.paidUpTo = closed.number;
    if (owed <= 0) continue;
    const halves = transferHalves(
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
    paid.payments.push(...halves);
  }
  return paid;
}
