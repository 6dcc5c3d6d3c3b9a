import type { Transaction } from './transactions.api.ts';

/** The day of a transaction: when it was authorised, or its date where that is not known. */
export function dayOf(transaction: Pick<Transaction, 'authorized_date' | 'date'>): string {
  return transaction.authorized_date ?? transaction.date;
}

/** What a transaction is called in a list. */
export function titleOf(transaction: Pick<Transaction, 'merchant_name' | 'name'>): string {
  return transaction.merchant_name || transaction.name || 'Unnamed transaction';
}
