import { fragment } from '../../platform/database/owned-sql.ts';

/** The two sets that an included transaction can be in. */
export type Side = 'spending' | 'income';

/**
 * SQL for the side of a row of `counted_transactions t`. An excluded row gets the side that it would be on if it were
 * included. Only proofs use this fragment, to find omitted rows. A test compares the fragment with the view's own rule.
 */
export const potentialSide = fragment`
  coalesce(
    t.side,
    case
      when t.category_group in ('income', 'transfer_in', 'loan_disbursements') then 'income'
      else 'spending'
    end
  )`;
