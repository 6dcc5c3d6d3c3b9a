import type { Transaction } from './transactions.api.ts';

/** How a transaction stands to the totals, and why where it is out without anyone's choice. */
export type Inclusion =
  | { readonly state: 'included' | 'excluded' }
  | { readonly state: 'automatic'; readonly reason: string };

const cardPayment =
  'Credit card payments are excluded. If you want to include this, recategorize it as another category';
const transfer =
  'Transfers to internal accounts are excluded. If you want to include this, recategorize it as another category';

/** The inclusion of a transaction. Those that are out automatically have no toggle. */
export function inclusionOf(
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
        reason: 'Its account is hidden, so its transactions are excluded',
      };
    case 'transfer':
      return { state: 'automatic', reason: transfer };
    case 'category':
      return {
        state: 'automatic',
        reason:
          transaction.effective_category === 'loan_payments_credit_card_payment'
            ? cardPayment
            : transfer,
      };
  }
}
