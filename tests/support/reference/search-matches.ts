import { findCategoryKeys } from '@cairn/contract/rules/search/search-categories';
import type {
  AmountRange,
  DayRange,
  OperatorNode,
  SearchNode,
} from '@cairn/contract/rules/search/search-syntax';
import { canonicalCategory, categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import type { ListedTransaction } from '../bank/listed-transactions.ts';

/** The texts by which `account:` finds an account. */
export interface AccountTexts {
  readonly names: readonly string[];
  readonly mask: string;
}

/** True if a listed transaction matches a search, decided row by row, without the database. */
export function matchesSearch(
  row: ListedTransaction,
  node: SearchNode,
  accounts: ReadonlyMap<string, AccountTexts>,
): boolean {
  switch (node.kind) {
    case 'text':
      return [row.name, row.merchant_name, row.original_description].some((text) =>
        contains(text, node.text),
      );
    case 'operator':
      return matchesOperator(row, node, accounts);
    case 'not':
      return !matchesSearch(row, node.part, accounts);
    case 'and':
      return node.parts.every((part) => matchesSearch(row, part, accounts));
    case 'or':
      return node.parts.some((part) => matchesSearch(row, part, accounts));
  }
}

function matchesOperator(
  row: ListedTransaction,
  node: OperatorNode,
  accounts: ReadonlyMap<string, AccountTexts>,
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
    case 'is':
      return node.value === 'pending' ? row.pending : row.excluded !== null;
  }
}

const contains = (text: string | null, part: string): boolean =>
  text?.toLowerCase().includes(part.toLowerCase()) ?? false;

const isAmountIn = (amount: number, { min, max }: AmountRange): boolean =>
  (min === null || amount > Number(min.value) || (min.inclusive && amount === Number(min.value))) &&
  (max === null || amount < Number(max.value) || (max.inclusive && amount === Number(max.value)));

const isDayIn = (day: string, { from, to }: DayRange): boolean =>
  (from === null || day >= from) && (to === null || day <= to);
