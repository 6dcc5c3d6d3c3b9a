import { categories, categoryGroups } from '@cairn/contract/taxonomy';
import { incomeGroups } from '../../platform/transaction-words.ts';
import type { Option } from '../../ui/select.tsx';

/** Groups that a budget's categories cannot take from: income, and what is always a bill. */
const elsewhere = new Set([...incomeGroups, 'loan_payments', 'rent_and_utilities']);
/** Never counted, so there is nothing to plan. */
const neverCounted = 'transfer_out_withdrawal';

/** Every group that may be planned, each followed by its categories. */
const choices: readonly Option[] = categoryGroups
  .filter(({ key }) => !elsewhere.has(key))
  .flatMap((group) => [
    { value: group.key.toUpperCase(), label: group.label },
    ...[...categories.values()]
      .filter((category) => category.group === group && category.key !== neverCounted)
      .map(({ key, label }) => ({ value: key.toUpperCase(), label: `${group.label}: ${label}` })),
  ]);

/** What may be added to a budget that has `used` already. */
export const choicesFor = (used: readonly string[]): Option[] =>
  choices.filter(({ value }) => !used.includes(value));
