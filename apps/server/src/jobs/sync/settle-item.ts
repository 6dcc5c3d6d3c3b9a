import { webhookAddress } from '../../features/linking/link-institution.ts';
import type { Services } from '../../services.ts';
import { type Lease, noteSettled } from './lease.queries.ts';

/**
 * Makes up for what the aggregator could not be asked when the institution was linked: which one it is, and
 * that its webhooks come here. Throws a `PlaidFault` where it does not answer now either.
 */
export async function settleItem(
  services: Services,
  lease: Lease,
  accessToken: string,
): Promise<void> {
  const { plaid, database } = services;
  const institution = await plaid.item(accessToken);
  const webhook = webhookAddress(services);
  if (institution.webhook !== webhook) await plaid.updateWebhook(accessToken, webhook);
  await noteSettled(database, lease, institution);
}
