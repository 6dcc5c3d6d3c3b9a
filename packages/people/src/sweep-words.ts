import type { TransferWords } from './transfers.ts';

interface SweepWords {
  words: TransferWords;
  back: TransferWords;
}

/** What the bank writes when it moves the surplus of checking to savings. */
export const autosave: SweepWords = {
  words: {
    outName: 'Autosave to Savings',
    outCategory: 'TRANSFER_OUT_SAVINGS',
    inName: 'Autosave from Checking',
    inCategory: 'TRANSFER_IN_SAVINGS',
  },
  back: {
    outName: 'Autosave Cover to Checking',
    outCategory: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
    inName: 'Autosave Cover from Savings',
    inCategory: 'TRANSFER_IN_ACCOUNT_TRANSFER',
  },
};

/** What the bank writes when a person invests what they do not need. */
export const investTheRest: SweepWords = {
  words: {
    outName: 'Transfer to Investments',
    outCategory: 'TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS',
    inName: 'Contribution Received',
    inCategory: 'TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS',
  },
  back: {
    outName: 'Withdrawal to Bank',
    outCategory: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
    inName: 'Transfer from Investments',
    inCategory: 'TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS',
  },
};

/** What the bank writes when a student puts what is left into the loan. */
export const payDownLoan: SweepWords = {
  words: {
    outName: 'Extra Student Loan Payment',
    outCategory: 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
    inName: 'Payment Received',
    inCategory: 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
  },
  back: {
    outName: 'Loan Disbursement Sent',
    outCategory: 'LOAN_DISBURSEMENTS_STUDENT',
    inName: 'Student Loan Disbursement',
    inCategory: 'LOAN_DISBURSEMENTS_STUDENT',
  },
};
