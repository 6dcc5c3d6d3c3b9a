import type { APR, LiabilitiesObject, MortgageLiability, StudentLoan } from 'plaid';
import { storable } from './map.ts';
import { amountText, dayOrNull, percentText } from './map-values.ts';

/** What a lender says of an account. Money and percents: decimal text. Null: it does not say. */
export interface LiabilityRecord {
  provider_account_id: string;
  kind: 'credit' | 'mortgage' | 'student' | 'loan' | 'line_of_credit';
  minimum_payment_amount: string | null;
  next_payment_due_date: string | null;
  is_overdue: boolean | null;
  past_due_amount: string | null;
  last_payment_amount: string | null;
  last_payment_date: string | null;
  last_statement_balance: string | null;
  last_statement_issue_date: string | null;
  interest_rate: string | null;
  interest_type: string | null;
  aprs: { type: string; percentage: string }[];
  origination_principal_amount: string | null;
  origination_date: string | null;
  maturity_date: string | null;
}

/**
 * Maps what lenders say, at most once for an account. Source: Plaid API, /liabilities/get; `loan` and
 * `line_of_credit` are sent since its version 1.727.
 */
export function mapLiabilities(told: LiabilitiesObject): LiabilityRecord[] {
  const records = [
    ...list(told.credit).flatMap((card) => (card.account_id === null ? [] : [mapCard(card)])),
    ...list(told.mortgage).map(mapMortgage),
    ...list(told.student).flatMap((loan) => (loan.account_id === null ? [] : [mapStudent(loan)])),
    ...list(told.loan).map(mapLoan),
    ...list(told.line_of_credit).map(mapLine),
  ];
  return [...new Map(records.map((record) => [record.provider_account_id, record])).values()];
}

type Listed<Kind extends keyof LiabilitiesObject> = NonNullable<LiabilitiesObject[Kind]>[number];

const list = <T>(told: T[] | null | undefined): T[] => told ?? [];

/** The fields that each form has under the same name. */
interface Shared {
  account_id: string | null;
  last_payment_amount: number | null;
  last_payment_date: string | null;
  next_payment_due_date: string | null;
}

const shared = (told: Shared) => ({
  provider_account_id: String(told.account_id),
  next_payment_due_date: dayOrNull(told.next_payment_due_date),
  last_payment_amount: amountText(told.last_payment_amount),
  last_payment_date: dayOrNull(told.last_payment_date),
});

const unsaid = {
  is_overdue: null,
  past_due_amount: null,
  last_statement_balance: null,
  last_statement_issue_date: null,
  interest_rate: null,
  interest_type: null,
  aprs: [],
  origination_principal_amount: null,
  origination_date: null,
  maturity_date: null,
};

const mapCard = (card: Listed<'credit'>): LiabilityRecord => ({
  ...unsaid,
  ...shared(card),
  kind: 'credit',
  minimum_payment_amount: amountText(card.minimum_payment_amount),
  is_overdue: card.is_overdue ?? null,
  last_statement_balance: amountText(card.last_statement_balance),
  last_statement_issue_date: dayOrNull(card.last_statement_issue_date),
  aprs: mapAprs(card.aprs),
});

const mapMortgage = (mortgage: MortgageLiability): LiabilityRecord => ({
  ...unsaid,
  ...shared(mortgage),
  kind: 'mortgage',
  minimum_payment_amount: amountText(mortgage.next_monthly_payment),
  is_overdue: isPastDue(mortgage.past_due_amount),
  past_due_amount: amountText(mortgage.past_due_amount),
  interest_rate: percentText(mortgage.interest_rate?.percentage),
  interest_type: wordOrNull(mortgage.interest_rate?.type),
  origination_principal_amount: amountText(mortgage.origination_principal_amount),
  origination_date: dayOrNull(mortgage.origination_date),
  maturity_date: dayOrNull(mortgage.maturity_date),
});

const mapStudent = (loan: StudentLoan): LiabilityRecord => ({
  ...unsaid,
  ...shared(loan),
  kind: 'student',
  minimum_payment_amount: amountText(loan.minimum_payment_amount),
  is_overdue: loan.is_overdue ?? null,
  last_statement_balance: amountText(loan.last_statement_balance),
  last_statement_issue_date: dayOrNull(loan.last_statement_issue_date),
  interest_rate: percentText(loan.interest_rate_percentage),
  origination_principal_amount: amountText(loan.origination_principal_amount),
  origination_date: dayOrNull(loan.origination_date),
  maturity_date: dayOrNull(loan.expected_payoff_date),
});

const mapLoan = (loan: Listed<'loan'>): LiabilityRecord => ({
  ...unsaid,
  ...shared(loan),
  kind: 'loan',
  minimum_payment_amount: amountText(loan.next_payment_amount),
  interest_rate: percentText(loan.interest_rate?.percentage),
  interest_type: wordOrNull(loan.interest_rate?.type),
  origination_principal_amount: amountText(loan.origination_principal_amount),
  origination_date: dayOrNull(loan.origination_date),
  maturity_date: dayOrNull(loan.maturity_date),
});

const mapLine = (line: Listed<'line_of_credit'>): LiabilityRecord => ({
  ...unsaid,
  ...shared(line),
  kind: 'line_of_credit',
  minimum_payment_amount: amountText(line.minimum_payment_amount ?? line.next_payment_amount),
  is_overdue: isPastDue(line.past_due_amount),
  past_due_amount: amountText(line.past_due_amount),
  last_statement_balance: amountText(line.last_statement_balance),
  last_statement_issue_date: dayOrNull(line.last_statement_issue_date),
  interest_rate: percentText(line.interest_rate?.percentage),
  interest_type: wordOrNull(line.interest_rate?.type),
  aprs: mapAprs(line.aprs),
});

/** Where the lender tells an amount instead of a yes or no. */
const isPastDue = (amount: number | null | undefined): boolean | null =>
  amount === null || amount === undefined ? null : amount > 0;

const wordOrNull = (word: string | null | undefined): string | null =>
  word ? storable(word) : null;

const mapAprs = (aprs: APR[] | null | undefined): LiabilityRecord['aprs'] =>
  list(aprs).flatMap(({ apr_type, apr_percentage }) => {
    const percentage = percentText(apr_percentage);
    return percentage === null ? [] : [{ type: storable(apr_type), percentage }];
  });
