import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** What is planned for every month. Money: decimal text. */
export interface BudgetRow {
  id: string;
  earnings: string;
  bills: string;
  spending: string;
}

/** What is planned for a category or a group, by its key. Money: decimal text. */
export interface BudgetCategoryRow {
  category: string;
  amount: string;
}

/** The amounts of a plan. Money: decimal text. */
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

/** In the order in which they were planned. */
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

/** Makes a user's budget; answers false if there is one. */
export const insertBudget = async (
  queries: Queries,
  userId: UserId,
  { id, earnings, bills, spending }: BudgetRow,
): Promise<boolean> =>
  (await queries.run(owned`
    insert into budgets (user_id, id, earnings, bills, spending)
    values (${userId}, ${id}, ${earnings}, ${bills}, ${spending})
    on conflict (user_id) do nothing`)) === 1;

/** Changes the amounts that are given; answers false if there is no such budget. */
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

/** Plans an amount for a category of a budget; answers false if there is no such budget. */
export const putBudgetCategory = async (
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

/** Takes a category out of a user's budget. */
export const removeBudgetCategory = (queries: Queries, userId: UserId, category: string) =>
  queries.run(owned`
    delete from budget_categories
    where user_id = ${userId}
      and category = ${category}`);

/** Deletes a budget with its categories; answers false if there is no such budget. */
export const deleteBudget = async (
  queries: Queries,
  userId: UserId,
  id: string,
): Promise<boolean> =>
  (await queries.run(owned`
    delete from budgets
    where user_id = ${userId}
      and id = ${id}`)) === 1;
