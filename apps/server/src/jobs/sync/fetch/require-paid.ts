import { findPaidAccess } from '../../../features/linking/linking.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { LeaseLost } from '../write/write-fetched-item.ts';

/** Thrown when the subscription ends during a sync. */
export class NoLongerPaid extends Error {}

/** Throws `NoLongerPaid` if the user no longer has a subscription, and `LeaseLost` if the user was deleted. */
export async function requirePaid(queries: Queries, userId: UserId): Promise<void> {
  const subscription = await findPaidAccess(queries, userId);
  if (subscription === undefined) throw new LeaseLost();
  if (!subscription.paid) throw new NoLongerPaid();
}
