import { findSubscription } from '../../features/linking/linking.queries.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { LeaseLost } from './write-pages.ts';

/** Thrown when the subscription ends during a sync. */
export class PaidNoMore extends Error {}

/** Throws `PaidNoMore` if the user no longer has a subscription, and `LeaseLost` if the user was deleted. */
export async function requirePaid(queries: Queries, userId: UserId): Promise<void> {
  const subscription = await findSubscription(queries, userId);
  if (subscription === undefined) throw new LeaseLost();
  if (!subscription.paid) throw new PaidNoMore();
}
