import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** The rows of other accounts whose other halves are rows of these. */
export const otherHalvesOf = (queries: Queries, userId: UserId, accountIds: readonly string[]) =>
  queries.rows<{ id: string }>(owned`
    select half.id
    from transactions t
    join transactions half
      on half.user_id = ${userId}
      and half.id = t.transfer_pair_id
    where t.user_id = ${userId}
      and t.account_id = any(${accountIds}::uuid[])
      and half.account_id <> all(${accountIds}::uuid[])`);

/** Deletes accounts and all that hangs on them. */
export async function deleteAccounts(
  queries: Queries,
  userId: UserId,
  accountIds: readonly string[],
): Promise<void> {
  await queries.run(owned`
    delete from transactions
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);
  await queries.run(owned`
    delete from balance_snapshots
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);
  await queries.run(owned`
    delete from posted_days
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);
  // Their sums and streams go with them.
  await queries.run(owned`
    delete from accounts
    where user_id = ${userId}
      and id = any(${accountIds}::uuid[])`);
}
