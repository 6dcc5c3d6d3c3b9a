import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';

/**
 * Locks a user's row, so that two purchases of one moment are both seen when access is worked out;
 * false if there is no such user.
 */
export const lockUser = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from users
    where user_id = ${userId}
    for update`)) !== undefined;

/** Lets one transaction at a time decide whether a customer is known. Ends with the transaction. */
export const lockCustomer = (queries: Queries, customerId: string) =>
  queries.run(directory`
    select pg_advisory_xact_lock(hashtextextended(${customerId}, 0))`);

/** Remembers whose customer this is; the first to be named keeps it. */
export const rememberCustomer = (queries: Queries, customerId: string, userId: UserId) =>
  queries.run(directory`
    insert into payment_customers (customer_id, user_id)
    values (${customerId}, ${userId})
    on conflict (customer_id) do nothing`);

export const findCustomerOwner = (queries: Queries, customerId: string) =>
  queries.row<{ user_id: string }>(directory`
    select user_id
    from payment_customers
    where customer_id = ${customerId}`);

/** What one purchase is worth, as of an event. */
export interface Purchase {
  userId: UserId;
  /** The provider's subscription, or its payment for lifetime. */
  reference: string;
  plan: 'yearly' | 'lifetime';
  customerId: string | null;
  /** Until when it opens everything: an ISO instant, or 'infinity'. */
  paidUntil: string;
  /** When the event happened: an older one than was seen changes nothing. */
  asOf: Date;
}

export const upsertPurchase = (queries: Queries, purchase: Purchase) =>
  queries.run(owned`
    insert into purchases (user_id, reference, plan, customer_id, paid_until, as_of)
    values (
      ${purchase.userId}, ${purchase.reference}, ${purchase.plan}, ${purchase.customerId},
      ${purchase.paidUntil}, ${purchase.asOf}
    )
    on conflict (user_id, reference) do update
    set
      paid_until = excluded.paid_until,
      as_of = excluded.as_of
    where purchases.as_of <= excluded.as_of`);

/** The user's access follows from all purchases: the one that lasts longest counts. */
export const refreshPaidUntil = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update users
    set paid_until = (
      select max(paid_until)
      from purchases
      where user_id = ${userId}
    )
    where user_id = ${userId}`);
