import { findCategoryKeys } from '@cairn/contract/rules/search/search-categories';
import type {
  AmountRange,
  DayRange,
  OperatorNode,
  SearchNode,
  TransactionState,
} from '@cairn/contract/rules/search/search-syntax';
import { canonicalCategory, categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import type { ListedTransaction } from '../bank/listed-transactions.ts';

/** The texts by which `account:` finds an account. */
export interface AccountTexts {
  readonly names: readonly string[];
  readonly mask: string;
}

/** The names that `account:` and `tag:` search. */
export interface SearchedNames {
  /** By account id. */
  readonly accounts: ReadonlyMap<string, AccountTexts>;
  /** By tag id. */
  readonly tagNames: ReadonlyMap<string, string>;
}

/** True if a listed transaction matches a search, decided row by row, without the database. */
export function matchesSearch(
  row: ListedTransaction,
  node: SearchNode,
  names: SearchedNames,
): boolean {
  switch (node.kind) {
    case 'text':
      return [row.name, row.merchant_name, row.original_description, row.note].some((text) =>
        contains(text, node.text),
      );
    case 'operator':
      return matchesOperator(row, node, names);
    case 'not':
      return !matchesSearch(row, node.part, names);
    case 'and':
      return node.parts.every((part) => matchesSearch(row, part, names));
    case 'or':
      return node.parts.some((part) => matchesSearch(row, part, names));
  }
}

function matchesOperator(
  row: ListedTransaction,
  node: OperatorNode,
  { accounts, tagNames }: SearchedNames,
): boolean {
  switch (node.operator) {
    case 'amount':
      return isAmountIn(Math.abs(row.amount), node.value);
    case 'date':
      return isDayIn(row.authorized_date ?? row.date, node.value);
    case 'category': {
      const keys = findCategoryKeys(node.value);
      const key = canonicalCategory(row.effective_category);
      return keys.includes(key) || keys.includes(categoryGroupKey(key));
    }
    case 'account': {
      const account = accounts.get(row.account_id);
      return (
        account?.mask === node.value ||
        (account?.names ?? []).some((name) => contains(name, node.value))
      );
    }
    case 'merchant':
      return contains(row.merchant_name ?? row.name, node.value);
    case 'tag':
      return row.tags.some((id) => contains(tagNames.get(id) ?? null, node.value));
    case 'has':
      return row.note !== null;
    case 'is':
      return isInState(row, node.value);
  }
}

function isInState(row: ListedTransaction, state: TransactionState): boolean {
  switch (state) {
    case 'pending':
      return row.pending;
    case 'excluded':
      return row.excluded !== null;
    case 'reviewed':
      return row.reviewed;
  }
}

const contains = (text: string | null, part: string): boolean =>
  text?.toLowerCase().includes(part.toLowerCase()) ?? false;

const isAmountIn = (amount: number, { min, max }: AmountRange): boolean =>
  (min === null || amount > Number(min.value) || (min.inclusive && amount === Number(min.value))) &&
  (max === null || amount < Number(max.value) || (max.inclusive && amount === Number(max.value)));

const isDayIn = (day: string, { from, to }: DayRange): boolean =>
  (from === null || day >= from) && (to === null || day <= to);
