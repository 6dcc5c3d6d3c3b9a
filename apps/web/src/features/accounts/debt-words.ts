import { dueWords } from '../../platform/due-words.ts';
import { formatDay, formatMoney } from '../../platform/formats.ts';
import type { Liability } from './accounts.api.ts';

/** What is due next of a debt, as it is said. */
export interface NextPayment {
  /** The amount; null: nothing is due, or the lender does not say how much. */
  readonly amount: number | null;
  /** Beside it: when, or why nothing is. */
  readonly note: string;
  readonly tone: 'plain' | 'attention' | 'trouble';
}

/** What is due next and when, seen from `today`; null where the lender says nothing of it. */
export function nextPaymentOf(debt: Liability, today: string): NextPayment | null {
  const { minimum_payment_amount: amount, next_payment_due_date: day, is_overdue } = debt;
  if (is_overdue === true) {
    const note = day === null ? 'Overdue' : `Overdue · ${dueOn(day, today)}`;
    return { amount, note, tone: 'trouble' };
  }
  if (day !== null) {
    const tone = day < today ? 'attention' : 'plain';
    return { amount, note: capital(dueOn(day, today)), tone };
  }
  if (amount === null) return null;
  if (amount > 0) return { amount, note: 'The day is not told by the bank', tone: 'plain' };
  return { amount: null, note: 'Nothing is due until the next statement', tone: 'plain' };
}

/** `due Dec 8, 2026 · in 16 days`; a day that is over `was due`. */
const dueOn = (day: string, today: string): string =>
  day < today ? `was due ${formatDay(day)}` : `due ${formatDay(day)} · ${dueWords(day, today)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One fact about a debt: its name, the figure, and what is said beside it. */
export interface DebtFact {
  readonly name: string;
  readonly figure: string;
  readonly note: string | null;
}

/** Everything else that the lender says of a debt. */
export function debtFacts(debt: Liability): DebtFact[] {
  const money = (amount: number) => formatMoney(amount, debt.currency);
  const fact = (name: string, amount: number | null, day: string | null): DebtFact[] =>
    amount === null
      ? []
      : [{ name, figure: money(amount), note: day === null ? null : formatDay(day) }];
  const { past_due_amount: pastDue, interest_rate: rate, interest_type: kind } = debt;
  return [
    ...(pastDue === null || pastDue <= 0 ? [] : fact('Past due', pastDue, null)),
    ...fact('Last statement', debt.last_statement_balance, debt.last_statement_issue_date),
    ...fact('Last payment', debt.last_payment_amount, debt.last_payment_date),
    ...(rate === null
      ? []
      : [{ name: 'Interest rate', figure: percent(rate), note: kind && capital(kind) }]),
    ...debt.aprs.map(({ type, percentage }) => ({
      name: aprNames.get(type) ?? 'APR',
      figure: percent(percentage),
      note: null,
    })),
    ...fact('Borrowed', debt.origination_principal_amount, debt.origination_date),
    ...(debt.maturity_date === null
      ? []
      : [{ name: 'Paid off by', figure: formatDay(debt.maturity_date), note: null }]),
  ];
}

const aprNames = new Map([
  ['purchase_apr', 'Purchase APR'],
  ['cash_apr', 'Cash advance APR'],
  ['balance_transfer_apr', 'Balance transfer APR'],
  ['penalty_apr', 'Penalty APR'],
  ['special', 'Special APR'],
]);

const percent = (value: number): string => `${value.toFixed(2)}%`;
