import type { CallBody, CallReply } from '@cairn/contract/calls';
import { canonicalCategory, groupOfCategory } from '@cairn/contract/taxonomy';

type Page = CallReply<'POST /user/transactions/v2'>;
type Row = Page['transactions'][number];
type Body = CallBody<'POST /user/transactions/v2'>;

/** Rows with those of them that have changed put in their places. */
export function putChanged(rows: readonly Row[], changed: readonly Row[]): Row[] {
  return rows.map((row) => changed.find(({ id }) => id === row.id) ?? row);
}

/**
 * The pages of a list after the person has changed rows: each in its place, and out of a list of
 * categories that are no more its own. Null where only the server knows: a row may now belong to the list
 * that its pages do not have, or none of them has a row left while there are more to load.
 */
export function pagesAfter(
  pages: readonly Page[],
  { category = [] }: Body,
  changed: readonly Row[],
): Page[] | null {
  const belongs = ({ effective_category: key }: Row) =>
    category.length === 0 ||
    category.includes(canonicalCategory(key)) ||
    category.includes(groupOfCategory(key));
  const isListed = ({ id }: Row) =>
    pages.some(({ transactions }) => transactions.some((row) => row.id === id));
  if (category.length > 0 && changed.some((row) => belongs(row) && !isListed(row))) return null;
  const after = pages.map((page) => ({
    ...page,
    transactions: putChanged(page.transactions, changed).filter(belongs),
  }));
  const isEmpty = after.every(({ transactions }) => transactions.length === 0);
  return isEmpty && after.at(-1)?.next ? null : after;
}
