import type { Sql } from 'sql-template-tag';
import {
  type BalanceOmissionReason,
  countedBalances,
} from '../../domain/balances/counted-balances.queries.ts';
import {
  isBill,
  isInBudgetCategory,
  matchingBudgetCategory,
} from '../../domain/categories/budget-buckets.queries.ts';
import { potentialSide } from '../../domain/categories/sides.ts';
import { mainCurrency } from '../../domain/money/main-currency.ts';
import { newestFirst, type PageRange } from '../../domain/transactions/paging.ts';
import {
  type TransactionRow,
  transactionColumns,
} from '../../domain/transactions/transaction-rows.ts';
import {
  type ExportedTransaction,
  exportColumns,
} from '../../domain/transactions/transactions-csv.ts';
import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { BudgetPart, TransactionTotal } from './provable-totals.ts';

/** The first reason that applies for omitting a row from a total. */
export type OmissionReason =
  | 'account'
  | 'user'
  | 'card_payment'
  | 'withdrawal'
  | 'transfer'
  | 'currency'
  | 'later';

const emptyFragment = fragment``;

/** SQL for a user's rows, each with `verdict.omission_reason`, which is null if the row counts. */
const candidateRows = (userId: UserId, today: string): Sql => fragment`
  counted_transactions t
  cross join (select ${mainCurrency(userId)} as currency) main
  cross join lateral (
    select case
      when t.excluded = 'category' and t.category = 'transfer_out_withdrawal' then 'withdrawal'
      when t.excluded = 'category' then 'card_payment'
      when t.excluded is not null then t.excluded
      when t.currency <> main.currency then 'currency'
      when t.day > ${today}::date then 'later'
    end as omission_reason
  ) verdict`;

/** SQL conditions for the rows of a total: those in it, and those that would be if they were not omitted. */
const totalConditions = (
  userId: UserId,
  { from, to, side, categories, part }: TransactionTotal,
): Sql => fragment`
  and ${potentialSide} = ${side}
  ${from === null ? emptyFragment : fragment`and t.day >= ${from}::date`}
  ${to === null ? emptyFragment : fragment`and t.day <= ${to}::date`}
  ${
    categories === null
      ? emptyFragment
      : fragment`and (
          t.category = any(${categories}::text[])
          or t.category_group = any(${categories}::text[])
        )`
  }
  ${part === null ? emptyFragment : fragment`and ${budgetPartCondition(userId, part)}`}`;

/** SQL condition: a spending row belongs to a part of the budget. */
function budgetPartCondition(userId: UserId, part: BudgetPart): Sql {
  switch (part.name) {
    case 'bills':
      return isBill(userId);
    case 'non_bill_spending':
      return fragment`not ${isBill(userId)}`;
    case 'all_planned':
      return fragment`(not ${isBill(userId)} and ${matchingBudgetCategory(userId)} is not null)`;
    case 'everything_else':
      return fragment`(not ${isBill(userId)} and ${matchingBudgetCategory(userId)} is null)`;
    case 'planned':
      return isInBudgetCategory(userId, part.key);
    case 'planned_bills':
      return fragment`(${isBill(userId)} and ${matchingBudgetCategory(userId)} = ${part.key})`;
  }
}

/** The sums of rows with one omission reason and currency. Amounts are decimal text, positive for money out. */
export interface ProofSumRow {
  omission_reason: OmissionReason | null;
  currency: string;
  count: number;
  amount: string;
  /** Sums of money in, of money out, and of pending rows. */
  in_count: number;
  in_amount: string;
  out_count: number;
  out_amount: string;
  pending_count: number;
  pending_amount: string;
}

/** Sums the rows of a total by omission reason (null: included) and currency. */
export const sumProofRows = (
  queries: Queries,
  userId: UserId,
  total: TransactionTotal,
  today: string,
) =>
  queries.rows<ProofSumRow>(owned`
    select
      verdict.omission_reason,
      t.currency,
      count(*) as count,
      sum(t.amount) as amount,
      count(*) filter (where t.amount < 0) as in_count,
      coalesce(sum(t.amount) filter (where t.amount < 0), 0) as in_amount,
      count(*) filter (where t.amount > 0) as out_count,
      coalesce(sum(t.amount) filter (where t.amount > 0), 0) as out_amount,
      count(*) filter (where t.pending) as pending_count,
      coalesce(sum(t.amount) filter (where t.pending), 0) as pending_amount
    from ${candidateRows(userId, today)}
    where t.user_id = ${userId}
      ${totalConditions(userId, total)}
    group by
      verdict.omission_reason,
      t.currency
    order by
      verdict.omission_reason,
      t.currency`);

/** Lists a page of the included rows. */
export const listIncluded = (
  queries: Queries,
  userId: UserId,
  { total, today, page }: { total: TransactionTotal; today: string; page: PageRange },
) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from ${candidateRows(userId, today)}
    where t.user_id = ${userId}
      and verdict.omission_reason is null
      ${totalConditions(userId, total)}
      ${newestFirst(page)}`);

/** Lists a page of the included rows for the CSV file. */
export const listIncludedForExport = (
  queries: Queries,
  userId: UserId,
  { total, today, page }: { total: TransactionTotal; today: string; page: PageRange },
) =>
  queries.rows<ExportedTransaction>(owned`
    select ${exportColumns}
    from ${candidateRows(userId, today)}
    where t.user_id = ${userId}
      and verdict.omission_reason is null
      ${totalConditions(userId, total)}
      ${newestFirst(page)}`);

/** Lists a page of the omitted rows with their reasons. */
export const listOmitted = (
  queries: Queries,
  userId: UserId,
  { total, today, page }: { total: TransactionTotal; today: string; page: PageRange },
) =>
  queries.rows<TransactionRow & { omission_reason: OmissionReason }>(owned`
    select
      verdict.omission_reason,
      ${transactionColumns(userId)}
    from ${candidateRows(userId, today)}
    where t.user_id = ${userId}
      and verdict.omission_reason is not null
      ${totalConditions(userId, total)}
      ${newestFirst(page)}`);

/** Lists the category groups with more refunds than spending. */
export const findRefundGroups = (
  queries: Queries,
  userId: UserId,
  total: TransactionTotal,
  today: string,
) =>
  queries.rows<{ category_group: string }>(owned`
    select t.category_group
    from ${candidateRows(userId, today)}
    where t.user_id = ${userId}
      and verdict.omission_reason is null
      ${totalConditions(userId, total)}
    group by t.category_group
    having sum(t.amount) < 0`);

/**
 * Selects the posted transactions of an account (the aggregator's id) after one day, through another or today (null).
 */
export interface PostedRange {
  account: string;
  after: string;
  to: string | null;
}

const postedRows = fragment`
  counted_transactions t
  join accounts a
    on a.user_id = t.user_id
    and a.id = t.account_id
    and a.currency = t.currency`;

// Only rows in the account's currency change its balance, on the day on which they post.
const postedConditions = ({ account, after, to }: PostedRange): Sql => fragment`
  and a.provider_account_id = ${account}
  and not t.pending
  and t.date > ${after}::date
  ${to === null ? emptyFragment : fragment`and t.date <= ${to}::date`}`;

/** Counts and sums posted transactions. Decimal text, positive amounts are money out. */
export const sumPosted = (queries: Queries, userId: UserId, days: PostedRange) =>
  queries.row<{ count: number; amount: string }>(owned`
    select
      count(*) as count,
      coalesce(sum(t.amount), 0) as amount
    from ${postedRows}
    where t.user_id = ${userId}
      ${postedConditions(days)}`);

/** Lists a page of posted transactions. */
export const listPosted = (
  queries: Queries,
  userId: UserId,
  { page, ...days }: PostedRange & { page: PageRange },
) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from ${postedRows}
    where t.user_id = ${userId}
      ${postedConditions(days)}
      ${newestFirst(page)}`);

/** Lists a page of posted transactions for the CSV file. */
export const listPostedForExport = (
  queries: Queries,
  userId: UserId,
  { page, ...days }: PostedRange & { page: PageRange },
) =>
  queries.rows<ExportedTransaction>(owned`
    select ${exportColumns}
    from ${postedRows}
    where t.user_id = ${userId}
      ${postedConditions(days)}
      ${newestFirst(page)}`);

/** An account in a total of balances. Amounts are decimal text. */
export interface ProofBalanceRow {
  provider_account_id: string;
  name: string;
  mask: string | null;
  institution_name: string;
  account_group: string;
  currency: string;
  balance: string | null;
  is_debt: boolean;
  omission_reason: BalanceOmissionReason | null;
}

/** Lists all accounts with the balance that counts, and the reason if it is omitted. */
export const listProofBalances = (queries: Queries, userId: UserId) =>
  queries.rows<ProofBalanceRow>(owned`
    select
      b.provider_account_id,
      coalesce(b.custom_name, b.name) as name,
      b.mask,
      i.institution_name,
      b.account_group,
      b.currency,
      b.balance,
      b.is_debt,
      b.omission_reason
    from ${countedBalances(userId)} b
    join items i
      on i.user_id = b.user_id
      and i.id = b.item_id
    where b.user_id = ${userId}
    order by
      b.created_at,
      b.id`);

/** Returns the currency of totals: the main currency. Null if the user has no accounts. */
export const findTotalsCurrency = async (
  queries: Queries,
  userId: UserId,
): Promise<string | null> => {
  const row = await queries.row<{ currency: string | null }>(owned`
    select ${mainCurrency(userId)} as currency
    where ${userId}::uuid is not null`);
  return row?.currency ?? null;
};
