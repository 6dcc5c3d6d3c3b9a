import { fragment } from '../platform/owned-sql.ts';

/** The two sets that a transaction which counts can be in. */
export type Side = 'spending' | 'income';

/**
 * The side of a row of `counted_transactions t`, also of one that counts nowhere: the one that it would be
 * on. What counts is on the view's own side; the rule here only says among which rows to look for those
 * that were left out, and a test compares the two.
 */
export const sideOrWouldBe = fragment`
  coalesce(
    t.side,
    case
      when t.category_group in ('income', 'transfer_in', 'loan_disbursements') then 'income'
      else 'spending'
    end
  )`;
