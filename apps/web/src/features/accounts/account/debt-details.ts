import { formatMessage } from '@cairn/contract/text/copy';
import { formatDueDate } from '../../../domain/format-due-date.ts';
import { formatDay, formatMoney } from '../../../platform/formats/formats.ts';
import type { Liability } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';

const copy = accountsCopy.debt;

/** The next payment of a debt, as it is shown. */
export interface NextPayment {
  /** Null if nothing is due, or the lender doesn't report how much. */
  readonly amount: number | null;
  /** When the payment is due, or a note that nothing is due. */
  readonly note: string;
  readonly tone: 'plain' | 'attention' | 'danger';
}

/** The next payment as of `today`. Null if the lender reports nothing about it. */
export function getNextPayment(debt: Liability, today: string): NextPayment | null {
  const { minimum_payment_amount: amount, next_payment_due_date: day, is_overdue } = debt;
  if (is_overdue === true) {
    const note = day === null ? copy.overdue : dueText(day, today, true);
    return { amount, note, tone: 'danger' };
  }
  if (day !== null) {
    const tone = day < today ? 'attention' : 'plain';
    return { amount, note: dueText(day, today, false), tone };
  }
  if (amount === null) return null;
  if (amount > 0) return { amount, note: copy.dueDateUnavailable, tone: 'plain' };
  return { amount: null, note: copy.nothingDue, tone: 'plain' };
}

/** `Due Dec 8, 2026 · in 16 days`, or `Was due Nov 20, 2026` for a past day. */
function dueText(day: string, today: string, isOverdue: boolean): string {
  const date = formatDay(day);
  if (day < today) return formatMessage(isOverdue ? copy.overdueSince : copy.wasDue, { date });
  const distance = formatDueDate(day, today);
  return formatMessage(isOverdue ? copy.overdueDueOn : copy.dueOn, { date, distance });
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One fact about a debt: its name, its figure, and a note such as its date. */
export interface DebtFact {
  readonly name: string;
  readonly figure: string;
  readonly note: string | null;
}

/** The other facts that the lender reports about a debt. */
export function listDebtFacts(debt: Liability): DebtFact[] {
  const money = (amount: number) => formatMoney(amount, debt.currency);
  const fact = (name: string, amount: number | null, day: string | null): DebtFact[] =>
    amount === null
      ? []
      : [{ name, figure: money(amount), note: day === null ? null : formatDay(day) }];
  const { past_due_amount: pastDue, interest_rate: rate, interest_type: kind } = debt;
  return [
    ...(pastDue === null || pastDue <= 0 ? [] : fact(copy.pastDue, pastDue, null)),
    ...fact(copy.lastStatement, debt.last_statement_balance, debt.last_statement_issue_date),
    ...fact(copy.lastPayment, debt.last_payment_amount, debt.last_payment_date),
    ...(rate === null
      ? []
      : [{ name: copy.interestRate, figure: percent(rate), note: kind && capitalize(kind) }]),
    ...debt.aprs.map(({ type, percentage }) => ({
      name: aprNames.get(type) ?? copy.otherApr,
      figure: percent(percentage),
      note: null,
    })),
    ...fact(copy.borrowed, debt.origination_principal_amount, debt.origination_date),
    ...(debt.maturity_date === null
      ? []
      : [{ name: copy.paidOffBy, figure: formatDay(debt.maturity_date), note: null }]),
  ];
}

const aprNames = new Map(Object.entries<string>(copy.aprs));

const percent = (value: number): string => `${value.toFixed(2)}%`;
