import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { notFound } from '../../../platform/problem.ts';
import { ownsAccounts } from '../transactions.queries.ts';
import type { TransactionFilter } from './filter.ts';

/** Throws 404 unless all accounts of the filter belong to the user. */
export async function requireAccounts(
  queries: Queries,
  userId: UserId,
  { accounts }: TransactionFilter,
): Promise<void> {
  if (accounts !== null && !(await ownsAccounts(queries, userId, accounts)))
    throw notFound('account');
}
