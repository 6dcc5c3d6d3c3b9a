import { formatMessage } from '@cairn/contract/text/copy';
import {
  bestMatch,
  type CategoryChoice,
  groupedCategoryChoices,
} from '../../domain/categories/category-choices.ts';
import { MatchQuality } from '../../domain/label-search.ts';
import { incomeGroups } from '../../domain/transaction-labels.ts';
import { budgetCopy } from './budget.copy.ts';

type Reason = keyof typeof budgetCopy.categories.missing;

/** Groups whose transactions are always bills. */
const billGroups: readonly string[] = ['loan_payments', 'rent_and_utilities'];
/** Categories that are never counted as spending, so they can't be planned. */
const uncountedCategories: readonly string[] = [
  'loan_payments_credit_card_payment',
  'transfer_out_withdrawal',
];

/** Why a category can't be planned in any budget. Null if it can. */
function reasonNotToPlan({ key, group = key }: CategoryChoice): Reason | null {
  if (incomeGroups.includes(group)) return 'income';
  if (uncountedCategories.includes(key)) return 'notSpending';
  return billGroups.includes(group) ? 'bill' : null;
}

/** Every group that can be planned, each followed by its categories. */
const allChoices = groupedCategoryChoices.filter((choice) => reasonNotToPlan(choice) === null);

const isUsed = (used: readonly string[], { key }: CategoryChoice): boolean =>
  used.includes(key.toUpperCase());

/** The categories that can be added to a budget that has the `used` ones (upper case on the wire). */
export function availableCategories(used: readonly string[]): CategoryChoice[] {
  return allChoices.filter((choice) => !isUsed(used, choice));
}

/**
 * Why the category that the user searches for can't be added, or null if the search finds one that can be. Only whole
 * words are conclusive: 'rent' doesn't mean rental cars, but 'ren' might.
 */
export function explainMissing(used: readonly string[], query: string): string | null {
  if (query.trim() === '') return null;
  const available = availableCategories(used);
  const missing = bestMatch(
    groupedCategoryChoices.filter((choice) => !available.includes(choice)),
    query,
  );
  if (missing === null) return null;
  const offered = bestMatch(available, query);
  const { quality } = missing.match;
  const isMeant = quality <= MatchQuality.words && offered && quality < offered.match.quality;
  if (offered !== null && !isMeant) return null;
  const reason = reasonNotToPlan(missing.choice) ?? 'used';
  const { label } = missing.choice;
  return formatMessage(budgetCopy.categories.missing[reason], { category: label });
}
