import type { TransferLabels } from './transfers.ts';

interface SweepLabels {
  labels: TransferLabels;
  reverseLabels: TransferLabels;
}

/** The bank moves the surplus of checking to savings. */
export const autosave: SweepLabels = {
  labels: {
    outName: 'Autosave to Savings',
    outCategory: 'TRANSFER_OUT_SAVINGS',
    inName: 'Autosave from Checking',
    inCategory: 'TRANSFER_IN_SAVINGS',
  },
  reverseLabels: {
    outName: 'Autosave Cover to Checking',
    outCategory: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
    inName: 'Autosave Cover from Savings',
    inCategory: 'TRANSFER_IN_ACCOUNT_TRANSFER',
  },
};

/** A person invests the surplus of an account. */
export const investSurplus: SweepLabels = {
  labels: {
    outName: 'Transfer to Investments',
    outCategory: 'TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS',
    inName: 'Contribution Received',
    inCategory: 'TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS',
  },
  reverseLabels: {
    outName: 'Withdrawal to Bank',
    outCategory: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
    inName: 'Transfer from Investments',
    inCategory: 'TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS',
  },
};

/** A student uses the surplus to pay down the loan. */
export const extraLoanPayment: SweepLabels = {
  labels: {
    outName: 'Extra Student Loan Payment',
    outCategory: 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
    inName: 'Payment Received',
    inCategory: 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
  },
  reverseLabels: {
    outName: 'Loan Disbursement Sent',
    outCategory: 'LOAN_DISBURSEMENTS_STUDENT',
    inName: 'Student Loan Disbursement',
    inCategory: 'LOAN_DISBURSEMENTS_STUDENT',
  },
};
