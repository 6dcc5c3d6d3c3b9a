import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/**
 * Returns the transactions of other accounts that are matched with transactions of the given ones. Two queries instead
 * of a join: without planner statistics, the join would scan a long history once per row.
 */
export async function listMatchingTransfers(
  queries: Queries,
  userId: UserId,
  accountIds: readonly string[],
): Promise<readonly { id: string }[]> {
  const paired = await queries.rows<{ id: string }>(owned`
    select transfer_pair_id as id
    from transactions
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])
      and transfer_pair_id is not null`);
  return queries.rows<{ id: string }>(owned`
    select id
    from transactions
    where user_id = ${userId}
      and id = any(${paired.map(({ id }) => id)}::uuid[])
      and account_id <> all(${accountIds}::uuid[])`);
}

/** Deletes accounts and all their rows. */
export async function deleteAccounts(
  queries: Queries,
  userId: UserId,
  accountIds: readonly string[],
): Promise<void> {
  await deleteChanges(queries, userId, accountIds);
  await queries.run(owned`
    delete from transactions
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);
  await queries.run(owned`
    delete from balance_snapshots
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);
  await queries.run(owned`
    delete from daily_posted_totals
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);
  // Daily totals and streams are deleted by cascade.
  await queries.run(owned`
    delete from accounts
    where user_id = ${userId}
      and id = any(${accountIds}::uuid[])`);
}

/** Deletes what the change log has about the transactions of accounts, and the changes that then have no targets. */
async function deleteChanges(
  queries: Queries,
  userId: UserId,
  accountIds: readonly string[],
): Promise<void> {
  await queries.run(owned`
    delete from change_targets
    where user_id = ${userId}
      and target_kind = 'transaction'
      and target_id in (
        select id
        from transactions
        where user_id = ${userId}
          and account_id = any(${accountIds}::uuid[])
      )`);
  await queries.run(owned`
    delete from changes
    where user_id = ${userId}
      and id not in (
        select change_id
        from change_targets
        where user_id = ${userId}
      )`);
}
