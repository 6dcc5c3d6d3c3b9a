import {
  type CategoryChoice,
  groupedCategoryChoices,
} from '../../domain/categories/category-choices.ts';
import { incomeGroups } from '../../domain/transaction-labels.ts';

/** Groups without category budgets: income, and groups that are always bills. */
const excludedGroups = new Set([...incomeGroups, 'loan_payments', 'rent_and_utilities']);
/** Never counted as spending, so it can't be planned. */
const excludedCategory = 'transfer_out_withdrawal';

/** Every group that can be planned, each followed by its categories. */
const allChoices = groupedCategoryChoices.filter(
  ({ key, group = key }) => !excludedGroups.has(group) && key !== excludedCategory,
);

/** The categories that can be added to a budget that has the `used` ones (upper case on the wire). */
export function availableCategories(used: readonly string[]): CategoryChoice[] {
  const usedKeys = new Set(used.map((key) => key.toLowerCase()));
  return allChoices.filter(({ key }) => !usedKeys.has(key));
}
