import type { APR, LiabilitiesObject, MortgageLiability, StudentLoan } from 'plaid';
import { toStorableText } from './map.ts';
import { amountText, dayOrNull, percentText } from './map-values.ts';

/** The terms of a credit or loan account. Money and percents are decimal text. Null means not reported. */
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
 * Maps liabilities, at most one per account. Source: Plaid API, /liabilities/get. `loan` and `line_of_credit` were
 * added in version 1.727 of its specification.
 */
export function mapLiabilities(liabilities: LiabilitiesObject): LiabilityRecord[] {
  const records = [
    ...orEmpty(liabilities.credit).flatMap((card) =>
      card.account_id === null ? [] : [mapCard(card)],
    ),
    ...orEmpty(liabilities.mortgage).map(mapMortgage),
    ...orEmpty(liabilities.student).flatMap((loan) =>
      loan.account_id === null ? [] : [mapStudent(loan)],
    ),
    ...orEmpty(liabilities.loan).map(mapLoan),
    ...orEmpty(liabilities.line_of_credit).map(mapLine),
  ];
  return [...new Map(records.map((record) => [record.provider_account_id, record])).values()];
}

type LiabilityOf<Kind extends keyof LiabilitiesObject> = NonNullable<
  LiabilitiesObject[Kind]
>[number];

const orEmpty = <T>(items: T[] | null | undefined): T[] => items ?? [];

/** The fields that all kinds have in common. */
interface CommonFields {
  account_id: string | null;
  last_payment_amount: number | null;
  last_payment_date: string | null;
  next_payment_due_date: string | null;
}

const mapCommonFields = (liability: CommonFields) => ({
  provider_account_id: String(liability.account_id),
  next_payment_due_date: dayOrNull(liability.next_payment_due_date),
  last_payment_amount: amountText(liability.last_payment_amount),
  last_payment_date: dayOrNull(liability.last_payment_date),
});

const unreported = {
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

const mapCard = (card: LiabilityOf<'credit'>): LiabilityRecord => ({
  ...unreported,
  ...mapCommonFields(card),
  kind: 'credit',
  minimum_payment_amount: amountText(card.minimum_payment_amount),
  is_overdue: card.is_overdue ?? null,
  last_statement_balance: amountText(card.last_statement_balance),
  last_statement_issue_date: dayOrNull(card.last_statement_issue_date),
  aprs: mapAprs(card.aprs),
});

const mapMortgage = (mortgage: MortgageLiability): LiabilityRecord => ({
  ...unreported,
  ...mapCommonFields(mortgage),
  kind: 'mortgage',
  minimum_payment_amount: amountText(mortgage.next_monthly_payment),
  is_overdue: isPastDue(mortgage.past_due_amount),
  past_due_amount: amountText(mortgage.past_due_amount),
  interest_rate: percentText(mortgage.interest_rate?.percentage),
  interest_type: textOrNull(mortgage.interest_rate?.type),
  origination_principal_amount: amountText(mortgage.origination_principal_amount),
  origination_date: dayOrNull(mortgage.origination_date),
  maturity_date: dayOrNull(mortgage.maturity_date),
});

const mapStudent = (loan: StudentLoan): LiabilityRecord => ({
  ...unreported,
  ...mapCommonFields(loan),
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

const mapLoan = (loan: LiabilityOf<'loan'>): LiabilityRecord => ({
  ...unreported,
  ...mapCommonFields(loan),
  kind: 'loan',
  minimum_payment_amount: amountText(loan.next_payment_amount),
  interest_rate: percentText(loan.interest_rate?.percentage),
  interest_type: textOrNull(loan.interest_rate?.type),
  origination_principal_amount: amountText(loan.origination_principal_amount),
  origination_date: dayOrNull(loan.origination_date),
  maturity_date: dayOrNull(loan.maturity_date),
});

const mapLine = (line: LiabilityOf<'line_of_credit'>): LiabilityRecord => ({
  ...unreported,
  ...mapCommonFields(line),
  kind: 'line_of_credit',
  minimum_payment_amount: amountText(line.minimum_payment_amount ?? line.next_payment_amount),
  is_overdue: isPastDue(line.past_due_amount),
  past_due_amount: amountText(line.past_due_amount),
  last_statement_balance: amountText(line.last_statement_balance),
  last_statement_issue_date: dayOrNull(line.last_statement_issue_date),
  interest_rate: percentText(line.interest_rate?.percentage),
  interest_type: textOrNull(line.interest_rate?.type),
  aprs: mapAprs(line.aprs),
});

/** True if an amount is past due, for kinds that report an amount instead of a flag. */
const isPastDue = (amount: number | null | undefined): boolean | null =>
  amount === null || amount === undefined ? null : amount > 0;

const textOrNull = (text: string | null | undefined): string | null =>
  text ? toStorableText(text) : null;

const mapAprs = (aprs: APR[] | null | undefined): LiabilityRecord['aprs'] =>
  orEmpty(aprs).flatMap(({ apr_type, apr_percentage }) => {
    const percentage = percentText(apr_percentage);
    return percentage === null ? [] : [{ type: toStorableText(apr_type), percentage }];
  });
