import { budgetCopy } from './budget.copy.ts';

const maxAmount = 1_000_000_000;
const errors = budgetCopy.amountErrors;

/** A typed amount in major units, or the text of its validation error. */
export type ParsedAmount = { readonly amount: number } | { readonly error: string };

/** Parses a typed amount: `1234.5`, `1,234.56`, `$1,234`, `€5`. From 0 to a billion, to the cent. */
export function parseAmount(text: string): ParsedAmount {
  const typed = text.trim().replace(/^\p{Sc}\s*/u, '');
  if (typed === '') return { error: errors.missing };
  if (/^[-−]/.test(typed)) return { error: errors.negative };
  const isNumber = /^(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d*)?$/.test(typed);
  if (!isNumber) return { error: errors.notANumber };
  if (/\.\d{3,}$/.test(typed)) return { error: errors.tooManyDecimals };
  const amount = Number(typed.replaceAll(',', ''));
  if (amount > maxAmount) return { error: errors.tooLarge };
  return { amount };
}

/** An amount as a field's value: `1234.5` as `1234.50`, whole amounts without cents. */
export const formatAmountInput = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
