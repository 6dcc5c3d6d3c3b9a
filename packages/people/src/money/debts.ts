import type { Day } from '../calendar/calendar.ts';
import { dateInMonth, dayAt } from '../calendar/calendar.ts';
import type { Schedule } from '../calendar/schedule.ts';
import { dateInPreviousMonth, monthly, nextDueDay } from '../calendar/schedule.ts';
import type { Ledger } from '../ledger.ts';
import type { LifeDebt } from '../life.ts';
import type { CardPaymentPlan, LoanPlan } from '../life-plan.ts';
import type { CardPayments } from './card-payments.ts';

/** The minimum payment on a card is at least this, or the statement if that is less. Minor units. */
const minimumPaymentFloor = 3_500;

/**
 * The debt details of a card: its last statement and the minimum payment due on it. Every statement is paid in full
 * ({@link CardPayments}), and nothing is due from the payment until the next statement.
 */
export function cardDebt(
  card: { key: string; mask: string; payment: CardPaymentPlan },
  ledger: Ledger,
  today: Day,
  payments: CardPayments | undefined,
): LifeDebt {
  const { closingDay, paymentDay } = card.payment;
  const thisMonth = dateInMonth(today, closingDay);
  const closingDate =
    thisMonth.number <= today.number ? thisMonth : dateInPreviousMonth(today, closingDay);
  const openingDay = dateInPreviousMonth(closingDate, closingDay).number + 1;
  const statement = ledger.sum(card.key, openingDay, closingDate.number);
  const isDue = statement > 0 && (payments?.paidThrough ?? 0) < closingDate.number;
  const due = nextDueDay(monthly(paymentDay, 'after'), dateInMonth(closingDate, 31).number);
  const lastPayment = payments?.payments
    .filter((draft) => draft.accountKey === card.key && draft.postingDay <= today.number)
    .at(-1);
  return {
    kind: 'credit',
    rate: purchaseRate(card.mask),
    cashRate: purchaseRate(card.mask) + 6.5,
    nextPayment: isDue
      ? Math.min(statement, Math.max(minimumPaymentFloor, Math.ceil(statement / 50)))
      : 0,
    nextDueDate: isDue ? (due?.iso ?? null) : null,
    isOverdue: false,
    pastDue: null,
    lastPayment: lastPayment === undefined ? null : -lastPayment.amountInAccountCurrency,
    lastPaymentDate: lastPayment === undefined ? null : dayAt(lastPayment.postingDay).iso,
    statementBalance: statement,
    statementDate: closingDate.iso,
    principal: null,
    originationDate: null,
    maturityDate: null,
  };
}

/** The debt details of a loan. */
export function loanDebt(loan: LoanPlan, today: Day): LifeDebt {
  return {
    kind: loan.kind,
    rate: loan.percent,
    cashRate: null,
    nextPayment: loan.payment,
    nextDueDate: nextDueDay(loan.schedule, today.number)?.iso ?? null,
    isOverdue: false,
    pastDue: 0,
    lastPayment: loan.payment,
    lastPaymentDate: lastDueDay(loan.schedule, today).iso,
    statementBalance: null,
    statementDate: null,
    principal: loan.principal,
    originationDate: loan.originationDate,
    maturityDate: loan.maturityDate,
  };
}

/** A card's purchase APR, in percent. Derived from its mask, so that it differs by card and never changes. */
const purchaseRate = (mask: string): number => 18.24 + (Number(mask) % 11) * 0.75;

/** Returns the latest due day up to and including `today`. */
function lastDueDay(schedule: Schedule, today: Day): Day {
  let day = today;
  while (!schedule.isDue(day)) day = dayAt(day.number - 1);
  return day;
}
