import type { Queries } from '../../platform/database/database.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { StoredPurchase } from './describe-subscription.ts';
import type { Plan } from './plans.ts';
import { noFacts, type PurchaseFacts } from './purchase-facts.ts';

/** The user that a purchase belongs to. */
export interface Payer {
  email: string;
  deletion_requested: boolean;
}

/** Locks a user's row, so that concurrent events both count when access is computed. Undefined if there is none. */
export const lockPayer = (queries: Queries, userId: UserId) =>
  queries.row<Payer>(owned`
    select
      email,
      deletion_requested_at is not null as deletion_requested
    from users
    where user_id = ${userId}
    for update`);

/** Lets one database transaction at a time decide whether a customer or purchase has a known user. */
export const lockReference = (queries: Queries, reference: string) =>
  queries.run(directory`
    select pg_advisory_xact_lock(hashtextextended(${reference}, 0))`);

/** Maps a customer to its user. An existing mapping is not changed. */
export const insertCustomerOwner = (queries: Queries, customerId: string, userId: UserId) =>
  queries.run(directory`
    insert into payment_customers (customer_id, user_id)
    values (${customerId}, ${userId})
    on conflict (customer_id) do nothing`);

/** Maps a subscription or payment to its user. An existing mapping is not changed. */
export const insertPurchaseOwner = (queries: Queries, reference: string, userId: UserId) =>
  queries.run(directory`
    insert into purchase_directory (reference, user_id)
    values (${reference}, ${userId})
    on conflict (reference) do nothing`);

export const findCustomerOwner = (queries: Queries, customerId: string) =>
  queries.row<{ user_id: string }>(directory`
    select user_id
    from payment_customers
    where customer_id = ${customerId}`);

export const findPurchaseOwner = (queries: Queries, reference: string) =>
  queries.row<{ user_id: string }>(directory`
    select user_id
    from purchase_directory
    where reference = ${reference}`);

/** Records that the user of a customer or purchase was deleted. Each call also prunes a few expired records. */
export async function insertDeletedPayer(queries: Queries, reference: string): Promise<void> {
  await queries.run(directory`
    insert into deleted_payers (reference_hash)
    values (sha256(convert_to(${reference}, 'UTF8')))
    on conflict do nothing`);
  await queries.run(directory`
    delete from deleted_payers
    where reference_hash in (
      select reference_hash
      from deleted_payers
      where deleted_at < now() - interval '6 months'
      limit 10
    )`);
}

/** True if the user of a customer or purchase is known to be deleted. */
export const isDeletedPayer = async (queries: Queries, reference: string): Promise<boolean> =>
  (await queries.row(directory`
    select 1
    from deleted_payers
    where reference_hash = sha256(convert_to(${reference}, 'UTF8'))`)) !== undefined;

interface PurchaseRow {
  reference: string;
  plan: Plan;
  customer_id: string | null;
  facts: Partial<PurchaseFacts>;
}

/** Lists a user's purchases, ordered by the provider's reference. */
export async function listPurchases(
  queries: Queries,
  userId: UserId,
): Promise<(StoredPurchase & { reference: string })[]> {
  const rows = await queries.rows<PurchaseRow>(owned`
    select
      reference,
      plan,
      customer_id,
      facts
    from purchases
    where user_id = ${userId}
    order by reference`);
  return rows.map(({ reference, plan, customer_id, facts }) => ({
    reference,
    plan,
    customerId: customer_id,
    // Stored facts leave out what no event has reported.
    facts: { ...noFacts, ...facts },
  }));
}

/** A purchase to insert or update. */
export interface PurchaseToSave extends StoredPurchase {
  /** The provider's id of the subscription, or of the payment for a lifetime plan. */
  reference: string;
  /** Until when it gives access: an ISO instant or 'infinity'. Null if it never did. */
  paidUntil: string | null;
  /** When its newest event happened. */
  asOf: Date;
}

export const savePurchase = (queries: Queries, userId: UserId, purchase: PurchaseToSave) =>
  queries.run(owned`
    insert into purchases (user_id, reference, plan, customer_id, facts, paid_until, as_of)
    values (
      ${userId}, ${purchase.reference}, ${purchase.plan}, ${purchase.customerId},
      ${JSON.stringify(purchase.facts)}::jsonb, ${purchase.paidUntil}, ${purchase.asOf}
    )
    on conflict (user_id, reference) do update
    set
      plan = excluded.plan,
      customer_id = coalesce(purchases.customer_id, excluded.customer_id),
      facts = excluded.facts,
      paid_until = excluded.paid_until,
      as_of = greatest(purchases.as_of, excluded.as_of)`);
