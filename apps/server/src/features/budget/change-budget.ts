import type { CallBody } from '@cairn/contract/calls';
import { canonicalCategory, categories, categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { isUuid, newId, type UserId } from '../../platform/identifiers.ts';
import { Failure, notFound, unprocessable } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { budgetCopy } from './budget.copy.ts';
import {
  deleteBudgetCategory,
  findBudget,
  insertBudget,
  deleteBudget as removeBudget,
  upsertBudgetCategory,
  updateBudget as writeBudget,
} from './budget.queries.ts';

const maxPlannedAmount = 1_000_000_000;

const budgetNotFound = () => notFound('budget');

/** Creates the user's budget. Throws 409 if there is one, 422 for an invalid amount. */
export async function createBudget(
  { database }: Pick<Services, 'database'>,
  userId: UserId,
  body: CallBody<'POST /user/budget'>,
): Promise<void> {
  const budget = {
    id: newId(),
    earnings: parsePlannedAmount(body.earnings, budgetCopy.fields.earnings),
    bills: parsePlannedAmount(body.bills, budgetCopy.fields.bills),
    spending: parsePlannedAmount(body.spending, budgetCopy.fields.spending),
  };
  await database.transaction(async (transaction) => {
    if (!(await insertBudget(transaction, userId, budget)))
      throw new Failure('conflict', budgetCopy.alreadyExists);
  });
}

/** Updates the given planned amounts. Throws 404 for an unknown budget, 422 for an invalid amount. */
export async function updateBudget(
  { database }: Services,
  userId: UserId,
  body: CallBody<'POST /user/budget/update'>,
): Promise<void> {
  const { earnings, bills, spending } = body;
  const change = {
    ...(earnings !== undefined && {
      earnings: parsePlannedAmount(earnings, budgetCopy.fields.earnings),
    }),
    ...(bills !== undefined && { bills: parsePlannedAmount(bills, budgetCopy.fields.bills) }),
    ...(spending !== undefined && {
      spending: parsePlannedAmount(spending, budgetCopy.fields.spending),
    }),
  };
  if (!isUuid(body.budget_id)) throw budgetNotFound();
  if (!(await writeBudget(database, userId, body.budget_id, change))) throw budgetNotFound();
}

/**
 * Sets the amount of a category or group; 0 removes it. Throws 404 for an unknown budget, 422 for an invalid category
 * or amount.
 */
export async function planCategory(
  { database }: Services,
  userId: UserId,
  body: CallBody<'POST /user/budget/cat'>,
): Promise<void> {
  const category = requireCategoryKey(body.category);
  const amount = parsePlannedAmount(body.amount, budgetCopy.fields.amount);
  if (!isUuid(body.budget_id)) throw budgetNotFound();
  if (Number(amount) > 0) {
    if (!(await upsertBudgetCategory(database, userId, body.budget_id, { category, amount })))
      throw budgetNotFound();
    return;
  }
  if ((await findBudget(database, userId))?.id !== body.budget_id.toLowerCase())
    throw budgetNotFound();
  await deleteBudgetCategory(database, userId, category);
}

/** Deletes a budget with its categories. Throws 404 for an unknown budget. */
export async function deleteBudget(
  { database }: Services,
  userId: UserId,
  id: string,
): Promise<void> {
  if (!isUuid(id) || !(await removeBudget(database, userId, id))) throw budgetNotFound();
}

/** Returns the normalized key of a category or group. Throws 422 if it is unknown. */
function requireCategoryKey(key: string): string {
  const canonical = canonicalCategory(key);
  const isGroup = categoryGroupKey(canonical) === canonical;
  if (!categories.has(canonical) && !isGroup)
    throw unprocessable(formatMessage(budgetCopy.unknownCategory, { category: key.slice(0, 80) }));
  return canonical;
}

/** Parses a planned amount to decimal text with 2 decimals. Throws 422, naming `field`, if it is invalid. */
function parsePlannedAmount(value: unknown, field: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw unprocessable(formatMessage(budgetCopy.notANumber, { field }));
  if (value < 0) throw unprocessable(formatMessage(budgetCopy.belowZero, { field }));
  if (value > maxPlannedAmount) throw unprocessable(formatMessage(budgetCopy.tooLarge, { field }));
  return value.toFixed(2);
}
