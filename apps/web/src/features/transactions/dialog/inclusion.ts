import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const copy = transactionsCopy.inclusion;

/** Whether a transaction counts toward totals, with the reason if a rule excludes it. */
export type Inclusion =
  | { readonly state: 'included' | 'excluded' }
  | { readonly state: 'automatic'; readonly reason: string };

/** The inclusion of a transaction. A transaction that a rule excludes has no toggle. */
export function getInclusion(
  transaction: Pick<Transaction, 'excluded' | 'effective_category'>,
): Inclusion {
  switch (transaction.excluded) {
    case null:
      return { state: 'included' };
    case 'user':
      return { state: 'excluded' };
    case 'account':
      return {
        state: 'automatic',
        reason: copy.hiddenAccount,
      };
    case 'transfer':
      return { state: 'automatic', reason: copy.internalTransfer };
    case 'category':
      return {
        state: 'automatic',
        reason:
          transaction.effective_category === 'loan_payments_credit_card_payment'
            ? copy.cardPayment
            : copy.internalTransfer,
      };
  }
}
