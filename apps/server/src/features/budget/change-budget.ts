import type { CallBody } from '@cairn/contract/calls';
import { canonicalCategory, categories, groupOfCategory } from '@cairn/contract/taxonomy';
import { isUuid, newId, type UserId } from '../../platform/identifiers.ts';
import { Failure, notFound, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import {
  findBudget,
  insertBudget,
  putBudgetCategory,
  deleteBudget as removeBudget,
  removeBudgetCategory,
  updateBudget as writeBudget,
} from './budget.queries.ts';
import { plannedAmount } from './planned-amount.ts';

const noBudget = () => notFound('budget');

/** Makes the one budget of a user. */
export async function createBudget(
  { database }: Services,
  userId: UserId,
  body: CallBody<'POST /user/budget'>,
): Promise<void> {
  const made = await insertBudget(database, userId, {
    id: newId(),
    earnings: plannedAmount(body.earnings, 'Earnings'),
    bills: plannedAmount(body.bills, 'Bills'),
    spending: plannedAmount(body.spending, 'Spending'),
  });
  if (!made) throw new Failure('conflict', 'You have a budget already.');
}

/** Changes the planned amounts that are given. */
export async function updateBudget(
  { database }: Services,
  userId: UserId,
  body: CallBody<'POST /user/budget/update'>,
): Promise<void> {
  const { earnings, bills, spending } = body;
  const change = {
    ...(earnings !== undefined && { earnings: plannedAmount(earnings, 'Earnings') }),
    ...(bills !== undefined && { bills: plannedAmount(bills, 'Bills') }),
    ...(spending !== undefined && { spending: plannedAmount(spending, 'Spending') }),
  };
  if (!isUuid(body.budget_id)) throw noBudget();
  if (!(await writeBudget(database, userId, body.budget_id, change))) throw noBudget();
}

/** Plans an amount for a category or a group; 0 takes it out of the budget. */
export async function planCategory(
  { database }: Services,
  userId: UserId,
  body: CallBody<'POST /user/budget/cat'>,
): Promise<void> {
  const category = knownKey(body.category);
  const amount = plannedAmount(body.amount, 'The amount');
  if (!isUuid(body.budget_id)) throw noBudget();
  if (Number(amount) > 0) {
    if (!(await putBudgetCategory(database, userId, body.budget_id, { category, amount })))
      throw noBudget();
    return;
  }
  if ((await findBudget(database, userId))?.id !== body.budget_id.toLowerCase()) throw noBudget();
  await removeBudgetCategory(database, userId, category);
}

/** Deletes a budget with its categories. */
export async function deleteBudget(
  { database }: Services,
  userId: UserId,
  id: string,
): Promise<void> {
  if (!isUuid(id) || !(await removeBudget(database, userId, id))) throw noBudget();
}

/** A key of a category or of a group, in our words. */
function knownKey(key: string): string {
  const canonical = canonicalCategory(key);
  const isGroup = groupOfCategory(canonical) === canonical;
  if (!categories.has(canonical) && !isGroup)
    throw refused(`There is no category '${key.slice(0, 80)}'.`);
  return canonical;
}
