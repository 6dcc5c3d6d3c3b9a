import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** The planned amounts per month. Amounts are decimal text. */
export interface BudgetRow {
  id: string;
  earnings: string;
  bills: string;
  spending: string;
}

/** The planned amount of a category or group, by its key. Amounts are decimal text. */
export interface BudgetCategoryRow {
  category: string;
  amount: string;
}

/** Planned amounts. Amounts are decimal text. */
export type Plan = Omit<BudgetRow, 'id'>;

export const findBudget = (queries: Queries, userId: UserId) =>
  queries.row<BudgetRow>(owned`
    select
      id,
      earnings,
      bills,
      spending
    from budgets
    where user_id = ${userId}`);

/** Lists budgeted categories in the order in which they were added. */
export const listBudgetCategories = (queries: Queries, userId: UserId) =>
  queries.rows<BudgetCategoryRow>(owned`
    select
      category,
      amount
    from budget_categories
    where user_id = ${userId}
    order by
      created_at,
      category`);

/** Creates a user's budget. Returns false if the user already has one. */
export const insertBudget = async (
  queries: Queries,
  userId: UserId,
  { id, earnings, bills, spending }: BudgetRow,
): Promise<boolean> =>
  (await queries.run(owned`
    insert into budgets (user_id, id, earnings, bills, spending)
    values (${userId}, ${id}, ${earnings}, ${bills}, ${spending})
    on conflict (user_id) do nothing`)) === 1;

/** Updates the given amounts. Returns false if there is no such budget. */
export const updateBudget = async (
  queries: Queries,
  userId: UserId,
  id: string,
  { earnings, bills, spending }: Partial<Plan>,
): Promise<boolean> =>
  (await queries.run(owned`
    update budgets
    set
      earnings = coalesce(${earnings ?? null}, earnings),
      bills = coalesce(${bills ?? null}, bills),
      spending = coalesce(${spending ?? null}, spending)
    where user_id = ${userId}
      and id = ${id}`)) === 1;

/** Sets the amount of a budget's category. Returns false if there is no such budget. */
export const upsertBudgetCategory = async (
  queries: Queries,
  userId: UserId,
  budgetId: string,
  { category, amount }: BudgetCategoryRow,
): Promise<boolean> =>
  (await queries.run(owned`
    insert into budget_categories (user_id, category, amount)
    select
      user_id,
      ${category},
      ${amount}::numeric
    from budgets
    where user_id = ${userId}
      and id = ${budgetId}
    on conflict (user_id, category) do update
    set amount = excluded.amount`)) === 1;

/** Removes a category from a user's budget. */
export const deleteBudgetCategory = (queries: Queries, userId: UserId, category: string) =>
  queries.run(owned`
    delete from budget_categories
    where user_id = ${userId}
      and category = ${category}`);

/** Deletes a budget with its categories. Returns false if there is no such budget. */
export const deleteBudget = async (
  queries: Queries,
  userId: UserId,
  id: string,
): Promise<boolean> =>
  (await queries.run(owned`
    delete from budgets
    where user_id = ${userId}
      and id = ${id}`)) === 1;
