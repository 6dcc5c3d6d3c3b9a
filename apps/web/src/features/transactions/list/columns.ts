import { transactionTitle } from '../../../domain/transaction-labels.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { addsToMerchant } from './bank-text.ts';

/**
 * A column that has the same value in every row, because the page is about that account, merchant, or category.
 * The list omits the column. `merchant-and-name`: the bank's text adds nothing in any row either. Only screen
 * readers then get it, as the name of the button that opens the row.
 */
export type ConstantColumn = 'account' | 'merchant' | 'merchant-and-name' | 'category';

/** The constant column on the page of a merchant with these transactions. */
export const merchantColumns = (transactions: readonly Transaction[]): ConstantColumn =>
  transactions.some(({ name, merchant_name }) => addsToMerchant(name, merchant_name))
    ? 'merchant'
    : 'merchant-and-name';

/** True if the page is about one merchant. */
export const isMerchantConstant = (constant: ConstantColumn | undefined): boolean =>
  constant === 'merchant' || constant === 'merchant-and-name';

const allColumns = ['date', 'merchant', 'name', 'account', 'category', 'amount'] as const;

/** The headings of a list's columns, in order. */
export function columnHeadings(constant: ConstantColumn | undefined) {
  const { columns } = transactionsCopy.list;
  return allColumns
    .filter((key) => key !== constant && !(key === 'merchant' && isMerchantConstant(constant)))
    .map((key) => ({
      key,
      heading: columns[key],
      numeric: key === 'amount',
      hidden: key === 'name' && constant === 'merchant-and-name',
    }));
}

/**
 * The grid of one row. The bank's text and the tags follow the merchant's name directly, so that their column
 * takes no space from rows that have neither.
 */
export function rowGrid(constant: ConstantColumn | undefined, hasNameColumn = true): string {
  return classNames(
    'grid items-center [contain:content]',
    hasNameColumn ? '[--merchant:15.5rem]' : '[--merchant:100%]',
    constant === undefined
      ? 'grid-cols-[8.5rem_fit-content(var(--merchant))_minmax(0,1fr)_19%_21.5%_8.5rem] min-[80rem]:grid-cols-[8.5rem_fit-content(var(--merchant))_minmax(0,1fr)_22%_25%_8.5rem]'
      : constantGrids[constant],
  );
}

const constantGrids: Record<ConstantColumn, string> = {
  account: 'grid-cols-[8.5rem_fit-content(var(--merchant))_minmax(0,1fr)_26%_8.5rem]',
  merchant: 'grid-cols-[8.5rem_minmax(0,1fr)_24%_24%_8.5rem]',
  // The badges are beside the amount.
  'merchant-and-name': 'grid-cols-[8.5rem_0_minmax(0,1fr)_34%_17rem]',
  category: 'grid-cols-[8.5rem_fit-content(var(--merchant))_minmax(0,1fr)_26%_8.5rem]',
};

/** The name that identifies a row: the merchant's, or on the merchant's own page the bank's text. */
export const rowTitle = (transaction: Transaction, constant: ConstantColumn | undefined): string =>
  isMerchantConstant(constant) && transaction.name !== ''
    ? transaction.name
    : transactionTitle(transaction);

/** The bank's text beside a row's title. Null if it only repeats the title. */
export const bankTextBeside = (
  { name, merchant_name }: Transaction,
  constant: ConstantColumn | undefined,
): string | null =>
  !isMerchantConstant(constant) && addsToMerchant(name, merchant_name) ? name : null;
