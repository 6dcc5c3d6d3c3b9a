import type { PersonalFinanceCategory } from 'plaid';
import type { Wire } from '../calls/wire.ts';

/** The groups of both taxonomies (https://plaid.com/documents/pfc-taxonomy-all.csv). */
const GROUPS = [
  'INCOME',
  'LOAN_DISBURSEMENTS',
  'LOAN_PAYMENTS',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'BANK_FEES',
  'ENTERTAINMENT',
  'FOOD_AND_DRINK',
  'GENERAL_MERCHANDISE',
  'HOME_IMPROVEMENT',
  'MEDICAL',
  'PERSONAL_CARE',
  'GENERAL_SERVICES',
  'GOVERNMENT_AND_NON_PROFIT',
  'TRANSPORTATION',
  'TRAVEL',
  'RENT_AND_UTILITIES',
  'OTHER',
] as const;

/** Maps keys that the second taxonomy added or renamed to keys of the first. */
const FIRST_TAXONOMY = new Map<string, string>([
  ['INCOME_SALARY', 'INCOME_WAGES'],
  ...[
    'OTHER',
    'CHILD_SUPPORT',
    'CONTRACTOR',
    'GIG_ECONOMY',
    'LONG_TERM_DISABILITY',
    'MILITARY',
    'RENTAL',
  ].map((key): [string, string] => [`INCOME_${key}`, 'INCOME_OTHER_INCOME']),
  ...['AUTO', 'CASH_ADVANCES', 'EWA', 'MORTGAGE', 'OTHER_DISBURSEMENT', 'PERSONAL', 'STUDENT'].map(
    (key): [string, string] => [`LOAN_DISBURSEMENTS_${key}`, 'TRANSFER_IN_CASH_ADVANCES_AND_LOANS'],
  ),
  ...['BNPL', 'CASH_ADVANCES', 'EWA'].map((key): [string, string] => [
    `LOAN_PAYMENTS_${key}`,
    'LOAN_PAYMENTS_OTHER_PAYMENT',
  ]),
  ...['TRANSFER_IN_FROM_APPS', 'WIRE'].map((key): [string, string] => [
    `TRANSFER_IN_${key}`,
    'TRANSFER_IN_OTHER_TRANSFER_IN',
  ]),
  ...['CRYPTO', 'TRANSFER_OUT_FROM_APPS', 'WIRE'].map((key): [string, string] => [
    `TRANSFER_OUT_${key}`,
    'TRANSFER_OUT_OTHER_TRANSFER_OUT',
  ]),
  ...['CASH_ADVANCE', 'LATE_FEES'].map((key): [string, string] => [
    `BANK_FEES_${key}`,
    'BANK_FEES_OTHER_BANK_FEES',
  ]),
  ['OTHER_OTHER', 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES'],
]);

/** Returns the category group of a detailed key, or 'OTHER' if it starts with no known group. */
export function groupOf(detailed: string): string {
  return GROUPS.find((group) => detailed === group || detailed.startsWith(`${group}_`)) ?? 'OTHER';
}

/** Returns a category in wire format. `detailed` is in upper case. */
export function wireCategory(
  detailed: string,
  isGuess: boolean,
  version: 'v1' | 'v2',
): Wire<PersonalFinanceCategory> {
  const key = version === 'v1' ? (FIRST_TAXONOMY.get(detailed) ?? detailed) : detailed;
  return {
    primary: groupOf(key),
    detailed: key,
    confidence_level: isGuess ? 'LOW' : 'VERY_HIGH',
    version,
  };
}

/** Returns the category of a transaction that has none: a purchase for money out, other income for money in. */
export function defaultCategory(amount: number): string {
  return amount < 0 ? 'INCOME_OTHER' : 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE';
}
