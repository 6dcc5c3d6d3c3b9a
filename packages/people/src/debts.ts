import type { Day } from './calendar.ts';
import { dateInMonth, dayAt } from './calendar.ts';
import type { PaidCard } from './card-payments.ts';
import type { Ledger } from './ledger.ts';
import type { LifeDebt } from './life.ts';
import type { CardPaymentPlan, LoanPlan } from './plan.ts';
import type { Schedule } from './schedule.ts';
import { dateInMonthBefore, monthly, nextDue } from './schedule.ts';

/** The least that a bank asks for of a card, minor units, where as much is owed. */
const leastMinimum = 3_500;

/**
 * What a bank says of a card: its last statement, and what of that is due when. The statement is paid in full,
 * as {@link PaidCard} has it; from then to the next one nothing is due.
 */
export function cardDebt(
  card: { key: string; mask: string; payment: CardPaymentPlan },
  ledger: Ledger,
  today: Day,
  paid: PaidCard | undefined,
): LifeDebt {
  const { closesOn, paidOn } = card.payment;
  const thisMonth = dateInMonth(today, closesOn);
  const closed = thisMonth.number <= today.number ? thisMonth : dateInMonthBefore(today, closesOn);
  const opened = dateInMonthBefore(closed, closesOn).number + 1;
  const statement = ledger.sum(card.key, opened, closed.number);
  const isDue = statement > 0 && (paid?.paidUpTo ?? 0) < closed.number;
  const due = nextDue(monthly(paidOn, 'after'), dateInMonth(closed, 31).number);
  const last = paid?.payments
    .filter((half) => half.accountKey === card.key && half.posts <= today.number)
    .at(-1);
  return {
    kind: 'credit',
    rate: rateOf(card.mask),
    cashRate: rateOf(card.mask) + 6.5,
    nextPayment: isDue ? Math.min(statement, Math.max(leastMinimum, Math.ceil(statement / 50))) : 0,
    nextDueDate: isDue ? (due?.iso ?? null) : null,
    isOverdue: false,
    pastDue: null,
    lastPayment: last === undefined ? null : -last.settled,
    lastPaymentDate: last === undefined ? null : dayAt(last.posts).iso,
    statementBalance: statement,
    statementDate: closed.iso,
    principal: null,
    originated: null,
    matures: null,
  };
}

/** What a lender says of a loan. */
export function loanDebt(loan: LoanPlan, today: Day): LifeDebt {
  return {
    kind: loan.kind,
    rate: loan.percent,
    cashRate: null,
    nextPayment: loan.payment,
    nextDueDate: nextDue(loan.schedule, today.number)?.iso ?? null,
    isOverdue: false,
    pastDue: 0,
    lastPayment: loan.payment,
    lastPaymentDate: lastDue(loan.schedule, today).iso,
    statementBalance: null,
    statementDate: null,
    principal: loan.principal,
    originated: loan.originated,
    matures: loan.matures,
  };
}

/** Percent a year: no two cards cost the same, and one costs the same every day. */
const rateOf = (mask: string): number => 18.24 + (Number(mask) % 11) * 0.75;

/** The newest due day up to `today`. */
function lastDue(schedule: Schedule, today: Day): Day {
  let day = today;
  while (!schedule.isDue(day)) day = dayAt(day.number - 1);
  return day;
}
