import { findSubscription } from '../../features/linking/linking.queries.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { LeaseLost } from './write-pages.ts';

/** Thrown when the subscription ends while the bank is being asked. */
export class PaidNoMore extends Error {}

/** Who has no subscription has nothing fetched for them; who has left meanwhile, neither. */
export async function requirePaid(queries: Queries, userId: UserId): Promise<void> {
  const subscription = await findSubscription(queries, userId);
  if (subscription === undefined) throw new LeaseLost();
  if (!subscription.paid) throw new PaidNoMore();
}
