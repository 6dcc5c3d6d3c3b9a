import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';
import type { KeptPurchase } from './describe-subscription.ts';
import type { Plan } from './plans.ts';
import { noFacts, type PurchaseFacts } from './purchase-facts.ts';

/** Who a purchase belongs to, and whether they are leaving. */
export interface Payer {
  email: string;
  leaving: boolean;
}

/**
 * Locks a user's row, so that two events of one moment are both seen when access is worked out;
 * undefined if there is no such user.
 */
export const lockPayer = (queries: Queries, userId: UserId) =>
  queries.row<Payer>(owned`
    select
      email,
      deletion_asked_at is not null as leaving
    from users
    where user_id = ${userId}
    for update`);

/** Lets one transaction at a time decide whether a customer or a purchase is known. Ends with the transaction. */
export const lockReference = (queries: Queries, reference: string) =>
  queries.run(directory`
    select pg_advisory_xact_lock(hashtextextended(${reference}, 0))`);

/** Remembers whose customer this is; the first to be named keeps it. */
export const rememberCustomer = (queries: Queries, customerId: string, userId: UserId) =>
  queries.run(directory`
    insert into payment_customers (customer_id, user_id)
    values (${customerId}, ${userId})
    on conflict (customer_id) do nothing`);

/** Remembers whose subscription or payment this is, likewise. */
export const rememberPurchase = (queries: Queries, reference: string, userId: UserId) =>
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

/** Remembers that a customer's or a purchase's user is gone. A few that are long past go with every new one. */
export async function rememberGone(queries: Queries, reference: string): Promise<void> {
  await queries.run(directory`
    insert into gone_payers (reference_hash)
    values (sha256(convert_to(${reference}, 'UTF8')))
    on conflict do nothing`);
  await queries.run(directory`
    delete from gone_payers
    where reference_hash in (
      select reference_hash
      from gone_payers
      where gone_at < now() - interval '6 months'
      limit 10
    )`);
}

/** Whether a customer's or a purchase's user is known to be gone. */
export const isGone = async (queries: Queries, reference: string): Promise<boolean> =>
  (await queries.row(directory`
    select 1
    from gone_payers
    where reference_hash = sha256(convert_to(${reference}, 'UTF8'))`)) !== undefined;

interface PurchaseRow {
  reference: string;
  plan: Plan;
  customer_id: string | null;
  facts: Partial<PurchaseFacts>;
}

/** What a user has bought, by the provider's reference. */
export async function listPurchases(
  queries: Queries,
  userId: UserId,
): Promise<(KeptPurchase & { reference: string })[]> {
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
    // A part that was never told is left out.
    facts: { ...noFacts, ...facts },
  }));
}

/** What is kept of a purchase. */
export interface PurchaseToSave extends KeptPurchase {
  /** The provider's subscription, or its payment for lifetime. */
  reference: string;
  /** Until when it opens everything: an ISO instant, or 'infinity'; null: it never did. */
  paidUntil: string | null;
  /** When the newest of its events happened. */
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

/** Until when a user has paid. The driver reads an instant without end as a number. */
export const findPaidUntil = (queries: Queries, userId: UserId) =>
  queries.row<{ paid_until: Date | number | null }>(owned`
    select paid_until
    from users
    where user_id = ${userId}`);
