import type { LifeDebt } from '@cairn/people/life';
import type { CreditCardLiability, LiabilitiesObject, MortgageLiability, StudentLoan } from 'plaid';
import type { Wire } from '../calls/wire.ts';
import type { ItemAccount } from '../items/item.ts';
import { toMajor } from './currency.ts';

/** A debt with its amounts in major units. */
type Debt = LifeDebt & { accountId: string };

/** Returns the liabilities of the accounts by kind. A kind without liabilities is null. */
export function describeLiabilities(accounts: readonly ItemAccount[]): Wire<LiabilitiesObject> {
  const debts = accounts.flatMap(({ accountId, bankAccount: { debt, currency } }): Debt[] =>
    debt === null ? [] : [{ ...inMajor(debt, currency), accountId }],
  );
  const ofKind = (kind: LifeDebt['kind']) => debts.filter((debt) => debt.kind === kind);
  return {
    credit: nullIfEmpty(ofKind('credit').map(wireCard)),
    mortgage: nullIfEmpty(ofKind('mortgage').map(wireMortgage)),
    student: nullIfEmpty(ofKind('student').map(wireStudentLoan)),
  };
}

const nullIfEmpty = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list);

function inMajor(debt: LifeDebt, currency: string): LifeDebt {
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, currency));
  return {
    ...debt,
    nextPayment: major(debt.nextPayment),
    pastDue: major(debt.pastDue),
    lastPayment: major(debt.lastPayment),
    statementBalance: major(debt.statementBalance),
    principal: major(debt.principal),
  };
}

function wireCard(debt: Debt): Wire<CreditCardLiability> {
  const apr = (apr_type: 'purchase_apr' | 'cash_apr', apr_percentage: number | null) =>
    apr_percentage === null
      ? []
      : [{ apr_type, apr_percentage, balance_subject_to_apr: null, interest_charge_amount: null }];
  return {
    account_id: debt.accountId,
    aprs: [...apr('purchase_apr', debt.rate), ...apr('cash_apr', debt.cashRate)],
    is_overdue: debt.isOverdue,
    last_payment_amount: debt.lastPayment,
    last_payment_date: debt.lastPaymentDate,
    last_statement_balance: debt.statementBalance,
    last_statement_issue_date: debt.statementDate,
    minimum_payment_amount: debt.nextPayment,
    next_payment_due_date: debt.nextDueDate,
  };
}

function wireMortgage(debt: Debt): Wire<MortgageLiability> {
  return {
    account_id: debt.accountId,
    account_number: null,
    current_late_fee: null,
    escrow_balance: null,
    has_pmi: null,
    has_prepayment_penalty: null,
    interest_rate: { percentage: debt.rate, type: debt.rate === null ? null : 'fixed' },
    last_payment_amount: debt.lastPayment,
    last_payment_date: debt.lastPaymentDate,
    loan_type_description: null,
    loan_term: null,
    maturity_date: debt.maturityDate,
    next_monthly_payment: debt.nextPayment,
    next_payment_due_date: debt.nextDueDate,
    origination_date: debt.originationDate,
    origination_principal_amount: debt.principal,
    past_due_amount: debt.pastDue,
    property_address: UNKNOWN_ADDRESS,
    ytd_interest_paid: null,
    ytd_principal_paid: null,
  };
}

const UNKNOWN_ADDRESS = {
  city: null,
  country: null,
  postal_code: null,
  region: null,
  street: null,
};

function wireStudentLoan(debt: Debt): Wire<StudentLoan> {
  return {
    account_id: debt.accountId,
    account_number: null,
    disbursement_dates: debt.originationDate === null ? null : [debt.originationDate],
    expected_payoff_date: debt.maturityDate,
    guarantor: null,
    // The only field that is required for a student loan.
    interest_rate_percentage: debt.rate ?? 0,
    is_overdue: debt.isOverdue,
    last_payment_amount: debt.lastPayment,
    last_payment_date: debt.lastPaymentDate,
    last_statement_balance: debt.statementBalance,
    last_statement_issue_date: debt.statementDate,
    loan_name: null,
    loan_status: { end_date: debt.maturityDate, type: 'repayment' },
    minimum_payment_amount: debt.nextPayment,
    next_payment_due_date: debt.nextDueDate,
    origination_date: debt.originationDate,
    origination_principal_amount: debt.principal,
    outstanding_interest_amount: null,
    payment_reference_number: null,
    pslf_status: {
      estimated_eligibility_date: null,
      payments_made: null,
      payments_remaining: null,
    },
    repayment_plan: { description: 'Standard Repayment', type: 'standard' },
    sequence_number: null,
    servicer_address: UNKNOWN_ADDRESS,
    ytd_interest_paid: null,
    ytd_principal_paid: null,
  };
}
