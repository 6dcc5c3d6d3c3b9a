import { formatMessage } from '@cairn/contract/copy';
import { categories, categoryGroups } from '@cairn/contract/taxonomy';
import { incomeGroups } from '../../platform/transaction-words.ts';
import type { Option } from '../../ui/select.tsx';
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
export const choicesFor = (used: readonly string[]): Option[] =>
  allChoices.filter(({ value }) => !used.includes(value));
