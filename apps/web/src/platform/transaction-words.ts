/** The groups whose rows are income; all others are spending (docs/numbers.md). */
export const incomeGroups: readonly string[] = ['income', 'transfer_in', 'loan_disbursements'];

/** The day of a transaction: when it was authorised, or its date where that is not known. */
export function dayOf(transaction: { authorized_date: string | null; date: string }): string {
  return transaction.authorized_date ?? transaction.date;
}

/** What a transaction is called in a list. */
export function titleOf(transaction: { merchant_name: string | null; name: string }): string {
  return transaction.merchant_name || transaction.name || 'Unnamed transaction';
}
