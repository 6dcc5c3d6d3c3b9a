import { platformCopy } from '../platform/platform.copy.ts';

/** The category groups on the income side; all others are spending (docs/numbers.md). */
export const incomeGroups: readonly string[] = ['income', 'transfer_in', 'loan_disbursements'];

/** A transaction's day: its authorized date, or its date if there is none. */
export function transactionDay(transaction: {
  authorized_date: string | null;
  date: string;
}): string {
  return transaction.authorized_date ?? transaction.date;
}

/** A transaction's title in lists. */
export function transactionTitle(transaction: {
  merchant_name: string | null;
  name: string;
}): string {
  return transaction.merchant_name || transaction.name || platformCopy.unnamedTransaction;
}
