import type { CallBody } from '@cairn/contract/calls';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
import { lockTransactions } from '../../domain/transactions/transfer-pairs.queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { applyValues } from './changes/apply-values.ts';
import {
  type DecidedRow,
  findDecided,
  findDecidedByProviderId,
} from './changes/changes.queries.ts';
import type { SomeValues } from './changes/user-values.ts';
import { findTransaction, findTransactions } from './find-transaction.queries.ts';
import { parseCategory } from './parse-category.ts';
import { requireTags } from './tags/change-tags.ts';

/**
 * Changes what the user decides about a transaction. Omitted fields don't change. Returns the transaction, the other
 * transactions that the change excluded or included through internal transfers, and the id of the change. Throws 404
 * for an unknown transaction, 422 for an unknown category or tag.
 */
export async function changeTransaction(
  { database }: Services,
  userId: UserId,
  { id, ...body }: CallBody<'PATCH /user/transactions/:id'> & { id: string },
) {
  const category = parseCategory(body.category);
  if (!isUuid(id)) throw notFound('transaction');
  return database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    const row = await findDecided(transaction, userId, id);
    if (row === undefined) throw notFound('transaction');
    const tags =
      body.tags === undefined ? undefined : await requireTags(transaction, userId, body.tags);
    const values: SomeValues = {
      ...(category !== undefined && { category }),
      ...(tags !== undefined && { tags }),
      ...(body.note !== undefined && { note: body.note?.trim() || null }),
      ...(body.excluded !== undefined && { excluded: body.excluded }),
      ...(body.reviewed !== undefined && { reviewed: body.reviewed }),
    };
    return applyEdit(transaction, userId, row, values);
  });
}

/**
 * Overrides a transaction's category, or removes the override (null). Returns the same as `changeTransaction`, and the
 * previous override. Throws 404 for an unknown transaction, 422 for an unknown category.
 */
export async function changeCategory(
  { database }: Services,
  userId: UserId,
  change: { id: string; category: string | null },
) {
  const category = parseCategory(change.category);
  if (!isUuid(change.id)) throw notFound('transaction');
  return database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    const row = await findDecided(transaction, userId, change.id);
    if (row === undefined) throw notFound('transaction');
    const changed = await applyEdit(transaction, userId, row, { category });
    return { ...changed, previous_category: row.category };
  });
}

/** Excludes a transaction from every total, or includes it again. Throws 404 for an unknown transaction. */
export function changeExclusion(
  { database }: Services,
  userId: UserId,
  change: { providerTransactionId: string; excluded: boolean },
) {
  const { providerTransactionId, excluded } = change;
  return database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    const row = await findDecidedByProviderId(transaction, userId, providerTransactionId);
    if (row === undefined) throw notFound('transaction');
    const { affected_transactions: _none, ...changed } = await applyEdit(transaction, userId, row, {
      excluded,
    });
    return { ...changed, previously_excluded: row.excluded };
  });
}

async function applyEdit(queries: Queries, userId: UserId, row: DecidedRow, values: SomeValues) {
  const cause = { kind: 'edit' } as const;
  const { changeId, affected } = await applyValues(queries, userId, cause, [{ row, values }]);
  return {
    ...(await requireTransaction(queries, userId, row.id)),
    affected_transactions: toTransactions(await findTransactions(queries, userId, affected)),
    change_id: changeId,
  };
}

async function requireTransaction(queries: Queries, userId: UserId, id: string) {
  const row = await findTransaction(queries, userId, id);
  // Transactions of duplicate accounts can't be changed.
  if (row === undefined) throw notFound('transaction');
  return row.transaction;
}
