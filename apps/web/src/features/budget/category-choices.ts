import { categories, categoryGroups } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { incomeGroups } from '../../domain/transaction-labels.ts';
import type { Option } from '../../ui/form/select.tsx';
import { budgetCopy } from './budget.copy.ts';

/** Groups without category budgets: income, and groups that are always bills. */
const excludedGroups = new Set([...incomeGroups, 'loan_payments', 'rent_and_utilities']);
/** Never counted as spending, so it can't be planned. */
const excludedCategory = 'transfer_out_withdrawal';

/** Every group that can be planned, each followed by its categories. */
const allChoices: readonly Option[] = categoryGroups
  .filter(({ key }) => !excludedGroups.has(key))
  .flatMap((group) => [
    { value: group.key.toUpperCase(), label: group.label },
    ...[...categories.values()]
      .filter((category) => category.group === group && category.key !== excludedCategory)
      .map(({ key, label }) => ({
        value: key.toUpperCase(),
        label: formatMessage(budgetCopy.categories.groupAndCategory, {
          group: group.label,
          category: label,
        }),
      })),
  ]);

/** The categories that can be added to a budget with the `used` ones. */
export const availableCategories = (used: readonly string[]): Option[] =>
  allChoices.filter(({ value }) => !used.includes(value));
