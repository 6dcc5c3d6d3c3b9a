import type { Sql } from 'sql-template-tag';
import { budgetOfRow, isBill, takenBy } from '../../domain/bills.queries.ts';
import { type BalanceLeftOut, countedBalances } from '../../domain/counted-balances.queries.ts';
import { mainCurrency } from '../../domain/main-currency.ts';
import { newestFirst, type PageOfRows } from '../../domain/pages.ts';
import { sideOrWouldBe } from '../../domain/sides.ts';
import { type TransactionRow, transactionColumns } from '../../domain/transaction-rows.ts';
import { type ExportedTransaction, exportedColumns } from '../../domain/transactions-file.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { fragment, owned } from '../../platform/owned-sql.ts';
import type { BudgetPart, TotalOfRows } from './provable-totals.ts';

/** Why a row of a total's days is not in it: the first reason that holds. */
export type RowLeftOut =
  | 'account'
  | 'user'
  | 'card_payment'
  | 'withdrawal'
  | 'transfer'
  | 'currency'
  | 'later';

const nothing = fragment``;

/** What every statement here reads: the rows of a user with why each is in no total, or null. */
const provedRows = (userId: UserId, { part }: TotalOfRows, today: string): Sql => fragment`
  counted_transactions t
  ${part === null ? nothing : budgetOfRow(userId)}
  cross join (select ${mainCurrency(userId)} as currency) main
  cross join lateral (
    select case
      when t.excluded = 'category' and t.category = 'transfer_out_withdrawal' then 'withdrawal'
      when t.excluded = 'category' then 'card_payment'
      when t.excluded is not null then t.excluded
      when t.currency <> main.currency then 'currency'
      when t.day > ${today}::date then 'later'
    end as left_out
  ) verdict`;

/** Which of them a total looks at: those in it, and those that would be if nothing left them out. */
const ofTotal = ({ from, to, side, categories, part }: TotalOfRows): Sql => fragment`
  and ${sideOrWouldBe} = ${side}
  ${from === null ? nothing : fragment`and t.day >= ${from}::date`}
  ${to === null ? nothing : fragment`and t.day <= ${to}::date`}
  ${
    categories === null
      ? nothing
      : fragment`and (
          t.category = any(${categories}::text[])
          or t.category_group = any(${categories}::text[])
        )`
  }
  ${part === null ? nothing : fragment`and ${isOfPart(part)}`}`;

/** Whether the budget counts a row in this part of it. */
function isOfPart(part: BudgetPart): Sql {
  if (part.name === 'bills') return isBill;
  if (part.name === 'besides_bills') return fragment`not ${isBill}`;
  if (part.name === 'all_planned') return fragment`not ${isBill} and ${takenBy} is not null`;
  if (part.name === 'rest') return fragment`not ${isBill} and ${takenBy} is null`;
  return fragment`not ${isBill} and ${takenBy} = ${part.key}`;
}

/** Rows of a total that stand alike to it, added up. Money: decimal text, positive out. */
export interface ProofSumRow {
  left_out: RowLeftOut | null;
  currency: string;
  count: number;
  amount: string;
  /** Those whose amount is below 0, and those that are pending. */
  in_count: number;
  in_amount: string;
  out_count: number;
  out_amount: string;
  pending_count: number;
  pending_amount: string;
}

/** Everything that a total looks at, added up by why it is left out (null: it is in the total). */
export const sumProved = (queries: Queries, userId: UserId, total: TotalOfRows, today: string) =>
  queries.rows<ProofSumRow>(owned`
    select
      verdict.left_out,
      t.currency,
      count(*) as count,
      sum(t.amount) as amount,
      count(*) filter (where t.amount < 0) as in_count,
      coalesce(sum(t.amount) filter (where t.amount < 0), 0) as in_amount,
      count(*) filter (where t.amount > 0) as out_count,
      coalesce(sum(t.amount) filter (where t.amount > 0), 0) as out_amount,
      count(*) filter (where t.pending) as pending_count,
      coalesce(sum(t.amount) filter (where t.pending), 0) as pending_amount
    from ${provedRows(userId, total, today)}
    where t.user_id = ${userId}
      ${ofTotal(total)}
    group by
      verdict.left_out,
      t.currency
    order by
      verdict.left_out,
      t.currency`);

/** A page of the rows in a total. */
export const includedPage = (
  queries: Queries,
  userId: UserId,
  { total, today, page }: { total: TotalOfRows; today: string; page: PageOfRows },
) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns}
    from ${provedRows(userId, total, today)}
    where t.user_id = ${userId}
      and verdict.left_out is null
      ${ofTotal(total)}
      ${newestFirst(page)}`);

/** The same for the file. */
export const includedFilePage = (
  queries: Queries,
  userId: UserId,
  { total, today, page }: { total: TotalOfRows; today: string; page: PageOfRows },
) =>
  queries.rows<ExportedTransaction>(owned`
    select ${exportedColumns}
    from ${provedRows(userId, total, today)}
    where t.user_id = ${userId}
      and verdict.left_out is null
      ${ofTotal(total)}
      ${newestFirst(page)}`);

/** A page of the rows that a total leaves out, each with the reason. */
export const leftOutPage = (
  queries: Queries,
  userId: UserId,
  { total, today, page }: { total: TotalOfRows; today: string; page: PageOfRows },
) =>
  queries.rows<TransactionRow & { left_out: RowLeftOut }>(owned`
    select
      verdict.left_out,
      ${transactionColumns}
    from ${provedRows(userId, total, today)}
    where t.user_id = ${userId}
      and verdict.left_out is not null
      ${ofTotal(total)}
      ${newestFirst(page)}`);

/** The groups of a period that brought more back than they took. */
export const refundGroups = (queries: Queries, userId: UserId, total: TotalOfRows, today: string) =>
  queries.rows<{ category_group: string }>(owned`
    select t.category_group
    from ${provedRows(userId, total, today)}
    where t.user_id = ${userId}
      and verdict.left_out is null
      ${ofTotal(total)}
    group by t.category_group
    having sum(t.amount) < 0`);

/** What posted in an account (the aggregator's id) after a day until another; null is until now. */
export interface PostedDays {
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

// As balances are moved: by posted rows of the account's own currency, on the day of posting.
const isPosted = ({ account, after, to }: PostedDays): Sql => fragment`
  and a.provider_account_id = ${account}
  and not t.pending
  and t.date > ${after}::date
  ${to === null ? nothing : fragment`and t.date <= ${to}::date`}`;

/** How many those are, and what they add up to as decimal text, positive out. */
export const sumPosted = (queries: Queries, userId: UserId, days: PostedDays) =>
  queries.row<{ count: number; amount: string }>(owned`
    select
      count(*) as count,
      coalesce(sum(t.amount), 0) as amount
    from ${postedRows}
    where t.user_id = ${userId}
      ${isPosted(days)}`);

/** A page of them. */
export const postedPage = (
  queries: Queries,
  userId: UserId,
  { page, ...days }: PostedDays & { page: PageOfRows },
) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns}
    from ${postedRows}
    where t.user_id = ${userId}
      ${isPosted(days)}
      ${newestFirst(page)}`);

/** The same for the file. */
export const postedFilePage = (
  queries: Queries,
  userId: UserId,
  { page, ...days }: PostedDays & { page: PageOfRows },
) =>
  queries.rows<ExportedTransaction>(owned`
    select ${exportedColumns}
    from ${postedRows}
    where t.user_id = ${userId}
      ${isPosted(days)}
      ${newestFirst(page)}`);

/** An account of a total of balances. Money: decimal text. */
export interface ProvedBalanceRow {
  provider_account_id: string;
  name: string;
  mask: string | null;
  institution_name: string;
  account_group: string;
  currency: string;
  balance: string | null;
  is_debt: boolean;
  left_out: BalanceLeftOut | null;
}

/** All accounts with the balance that counts, and why it does not. */
export const provedBalances = (queries: Queries, userId: UserId) =>
  queries.rows<ProvedBalanceRow>(owned`
    select
      b.provider_account_id,
      coalesce(b.custom_name, b.name) as name,
      b.mask,
      i.institution_name,
      b.account_group,
      b.currency,
      b.balance,
      b.is_debt,
      b.left_out
    from ${countedBalances(userId)} b
    join items i
      on i.user_id = b.user_id
      and i.id = b.item_id
    where b.user_id = ${userId}
    order by
      b.created_at,
      b.id`);

/** The currency that totals are in; null without any account. */
export const currencyOfTotals = async (
  queries: Queries,
  userId: UserId,
): Promise<string | null> => {
  const row = await queries.row<{ currency: string | null }>(owned`
    select ${mainCurrency(userId)} as currency
    where ${userId}::uuid is not null`);
  return row?.currency ?? null;
};
