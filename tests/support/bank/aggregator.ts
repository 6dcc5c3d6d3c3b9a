import { queryDatabase } from '../database/database-queries.ts';
import type { TestServer } from '../processes/test-server.ts';

/**
 * Calls the sandbox's aggregator about an item (by the aggregator's ID), to simulate what happens at the
 * bank. Throws if the call is rejected.
 */
export async function callAggregator(
  server: Pick<TestServer, 'database' | 'services' | 'sandbox'>,
  itemId: string,
  path: string,
  body: object = {},
): Promise<void> {
  const [item] = await queryDatabase<{ user_id: string; id: string; access_token_sealed: string }>(
    server,
    'select user_id, id, access_token_sealed from items where provider_item_id = $1',
    [itemId],
  );
  const access_token = server.services.sealer.open(
    item?.access_token_sealed ?? '',
    `${item?.user_id}/${item?.id}`,
  );
  const response = await fetch(`${server.sandbox.url}/plaid${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: 'sandbox-client',
      secret: 'sandbox-secret',
      access_token,
      ...body,
    }),
  });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
}

/** Makes the aggregator send a webhook about an item. */
export const fireWebhook = (
  server: Parameters<typeof callAggregator>[0],
  itemId: string,
  webhook_code: string,
  webhook_type?: string,
): Promise<void> =>
  callAggregator(server, itemId, '/sandbox/item/fire_webhook', {
    webhook_code,
    ...(webhook_type !== undefined && { webhook_type }),
  });
