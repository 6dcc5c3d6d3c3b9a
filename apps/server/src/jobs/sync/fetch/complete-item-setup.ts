import { webhookUrl } from '../../../features/linking/link-institution.ts';
import type { Services } from '../../../services.ts';
import { type Lease, markSetupComplete } from '../lease.queries.ts';

/**
 * Completes the setup of an item if the aggregator was unavailable while it was linked: fetches its institution and
 * sets its webhook URL. Throws a `PlaidError` if the aggregator is still unavailable.
 */
export async function completeItemSetup(
  services: Services,
  lease: Lease,
  accessToken: string,
): Promise<void> {
  const { plaid, database } = services;
  const institution = await plaid.item(accessToken);
  const webhook = webhookUrl(services);
  if (institution.webhook !== webhook) await plaid.updateWebhook(accessToken, webhook);
  await markSetupComplete(database, lease, institution);
}
