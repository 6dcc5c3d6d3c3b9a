import { findCategoryKeys } from '@cairn/contract/rules/search/search-categories';
import type {
  AmountBound,
  OperatorName,
  OperatorValues,
  SearchNode,
  TransactionState,
} from '@cairn/contract/rules/search/search-syntax';
import { join, raw, type Sql } from 'sql-template-tag';
import {
  rowMatches,
  searchTextMatches,
} from '../../../domain/transactions/search-texts.queries.ts';
import { fragment } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** The SQL conditions of an operator. */
interface OperatorConditions<Value> {
  /** The row of `counted_transactions t` matches. */
  readonly row: (value: Value, userId: UserId) => Sql;
  /** A row of the day `d` of `search_texts` may match. */
  readonly day: (value: Value, userId: UserId) => Sql;
}

const conditions: {
  readonly [Name in OperatorName]: OperatorConditions<OperatorValues[Name]>;
} = {
  amount: {
    row: ({ min, max }) =>
      all([...(min ? [compareAmount('>', min)] : []), ...(max ? [compareAmount('<', max)] : [])]),
    day: hasAmountBetween,
  },
  category: {
    row: (category) => {
      const keys = findCategoryKeys(category);
      return fragment`(
        t.category = any(${keys}::text[])
        or t.category_group = any(${keys}::text[])
      )`;
    },
    day: (category) => fragment`d.categories && ${findCategoryKeys(category)}::text[]`,
  },
  account: {
    row: (text, userId) => fragment`t.account_id = any(${accountsWith(text, userId)})`,
    day: (text, userId) => fragment`d.account_id = any(${accountsWith(text, userId)})`,
  },
  date: {
    row: ({ from, to }) => daysBetween(fragment`t.day`, from, to),
    day: ({ from, to }) => daysBetween(fragment`d.day`, from, to),
  },
  merchant: {
    row: (text) => fragment`strpos(lower(coalesce(t.merchant_name, t.name)), lower(${text})) > 0`,
    day: searchTextMatches,
  },
  tag: {
    row: (text, userId) => fragment`t.tag_ids && ${tagsWith(text, userId)}`,
    day: (text, userId) => fragment`d.tag_ids && ${tagsWith(text, userId)}`,
  },
  is: { row: (state) => states[state].row, day: (state) => states[state].day },
  has: { row: () => fragment`t.note is not null`, day: () => fragment`d.has_note` },
};

const states: { readonly [State in TransactionState]: { readonly row: Sql; readonly day: Sql } } = {
  pending: { row: fragment`t.pending`, day: fragment`d.has_pending` },
  excluded: { row: fragment`t.excluded is not null`, day: fragment`d.has_excluded` },
  reviewed: { row: fragment`t.reviewed`, day: fragment`d.has_reviewed` },
};

/** SQL condition: the row of `counted_transactions t` matches a search. */
export function rowCondition(userId: UserId, node: SearchNode): Sql {
  switch (node.kind) {
    case 'text':
      return rowMatches(node.text);
    case 'operator':
      return conditionsOf(node.operator).row(node.value, userId);
    case 'not':
      // A merchant may be null, and then the condition on it is neither true nor false.
      return fragment`(${rowCondition(userId, node.part)}) is not true`;
    case 'and':
      return all(node.parts.map((part) => rowCondition(userId, part)));
    case 'or':
      return any(node.parts.map((part) => rowCondition(userId, part)));
  }
}

/**
 * SQL condition: a row of the day `d` of `search_texts` may match a search. Null if every day may have matching rows. It
 * may be true for a day without any, but never false for a day with one.
 */
export function dayCondition(userId: UserId, node: SearchNode): Sql | null {
  switch (node.kind) {
    case 'text':
      return searchTextMatches(node.text);
    case 'operator':
      return conditionsOf(node.operator).day(node.value, userId);
    case 'not':
      return null;
    case 'and': {
      const parts = node.parts.flatMap((part) => dayCondition(userId, part) ?? []);
      return parts.length === 0 ? null : all(parts);
    }
    case 'or': {
      const parts = node.parts.map((part) => dayCondition(userId, part));
      return parts.every((part) => part !== null) ? any(parts) : null;
    }
  }
}

/** The table pairs each operator with its values, which the union of all operators can't express. */
const conditionsOf = (operator: OperatorName) =>
  conditions[operator] as OperatorConditions<unknown>;

const all = (parts: readonly Sql[]): Sql => fragment`(${join([...parts], ' and ')})`;
const any = (parts: readonly Sql[]): Sql => fragment`(${join([...parts], ' or ')})`;

/** Compares the absolute amount, so that `amount:50` finds money in and money out. */
const compareAmount = (operator: '<' | '>', { value, inclusive }: AmountBound): Sql =>
  fragment`abs(t.amount) ${raw(inclusive ? `${operator}=` : operator)} ${value}::numeric`;

/**
 * SQL condition: a row of the day `d` has an amount in a range, taking both bounds as inclusive. The day's amounts are
 * sorted, so a binary search finds the smallest that is large enough.
 */
function hasAmountBetween({ min, max }: OperatorValues['amount']): Sql {
  if (max === null)
    return fragment`d.amounts[cardinality(d.amounts)] >= ${min?.value ?? '0'}::numeric`;
  if (min === null) return fragment`d.amounts[1] <= ${max.value}::numeric`;
  const upToMin = fragment`width_bucket(${min.value}::numeric, d.amounts)`;
  return fragment`(
    d.amounts[${upToMin}] = ${min.value}::numeric
    or d.amounts[${upToMin} + 1] <= ${max.value}::numeric
  )`;
}

const daysBetween = (day: Sql, from: string | null, to: string | null): Sql =>
  all([
    ...(from === null ? [] : [fragment`${day} >= ${from}::date`]),
    ...(to === null ? [] : [fragment`${day} <= ${to}::date`]),
  ]);

/** SQL for the ids of the accounts whose name or institution contains a text, or whose mask equals the text. */
const accountsWith = (text: string, userId: UserId): Sql => fragment`array(
    select a.id
    from accounts a
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    where a.user_id = ${userId}
      and (
        strpos(lower(a.name), lower(${text})) > 0
        or strpos(lower(a.custom_name), lower(${text})) > 0
        or strpos(lower(i.institution_name), lower(${text})) > 0
        or a.mask = ${text}
      )
  )`;

/** SQL for the ids of the tags whose name contains a text. */
const tagsWith = (text: string, userId: UserId): Sql => fragment`array(
    select g.id
    from tags g
    where g.user_id = ${userId}
      and strpos(g.name_key, lower(${text})) > 0
  )`;
