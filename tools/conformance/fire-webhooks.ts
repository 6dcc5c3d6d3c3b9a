import type { ConformanceRun } from './exercise-items.ts';

/** The aggregator's webhooks with the name of their schema. */
const webhookSchemas: [type: string, code: string, schema: string][] = [
  ['TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', 'SyncUpdatesAvailableWebhook'],
  ['TRANSACTIONS', 'RECURRING_TRANSACTIONS_UPDATE', 'RecurringTransactionsUpdateWebhook'],
  ['TRANSACTIONS', 'INITIAL_UPDATE', 'InitialUpdateWebhook'],
  ['TRANSACTIONS', 'HISTORICAL_UPDATE', 'HistoricalUpdateWebhook'],
  ['TRANSACTIONS', 'DEFAULT_UPDATE', 'DefaultUpdateWebhook'],
  ['TRANSACTIONS', 'TRANSACTIONS_REMOVED', 'TransactionsRemovedWebhook'],
  ['ITEM', 'ERROR', 'ItemErrorWebhook'],
  ['ITEM', 'LOGIN_REPAIRED', 'ItemLoginRepairedWebhook'],
  ['ITEM', 'PENDING_DISCONNECT', 'PendingDisconnectWebhook'],
  ['ITEM', 'PENDING_EXPIRATION', 'PendingExpirationWebhook'],
  ['ITEM', 'NEW_ACCOUNTS_AVAILABLE', 'NewAccountsAvailableWebhook'],
  ['ITEM', 'USER_ACCOUNT_REVOKED', 'UserAccountRevokedWebhook'],
  ['HOLDINGS', 'DEFAULT_UPDATE', 'HoldingsDefaultUpdateWebhook'],
  ['INVESTMENTS_TRANSACTIONS', 'DEFAULT_UPDATE', 'InvestmentsDefaultUpdateWebhook'],
  ['INVESTMENTS_TRANSACTIONS', 'HISTORICAL_UPDATE', 'InvestmentsHistoricalUpdateWebhook'],
  ['LIABILITIES', 'DEFAULT_UPDATE', 'LiabilitiesDefaultUpdateWebhook'],
  // Last, because it revokes access to the item.
  ['ITEM', 'USER_PERMISSION_REVOKED', 'UserPermissionRevokedWebhook'],
];

/** Makes the sandbox send each webhook, and validates it. */
export async function fireWebhooks(run: ConformanceRun): Promise<void> {
  const { client, webhooks, findings, specification } = run;
  const { public_token } = await client.call('/sandbox/public_token/create', {
    institution_id: 'ins_1',
    initial_products: ['transactions'],
    options: { webhook: webhooks.url },
  });
  const { access_token } = await client.call('/item/public_token/exchange', { public_token });
  await client.call('/transactions/sync', { access_token });
  const updated = client.call('/item/webhook/update', { access_token, webhook: webhooks.url });
  const acknowledged = await webhooks.next('WEBHOOK_UPDATE_ACKNOWLEDGED');
  await updated;
  findings.record(
    'webhook ITEM WEBHOOK_UPDATE_ACKNOWLEDGED',
    specification.schemaMismatches('WebhookUpdateAcknowledgedWebhook', acknowledged.body),
  );
  for (const [webhook_type, webhook_code, schema] of webhookSchemas) {
    // The real aggregator does not accept all of these codes here.
    const response = await client.callSandboxOnly('/sandbox/item/fire_webhook', {
      access_token,
      webhook_type,
      webhook_code,
    });
    if (response.status !== 200) {
      findings.record(`webhook ${webhook_type} ${webhook_code}`, ["can't be fired"]);
      continue;
    }
    const { type, body } = await webhooks.next(webhook_code);
    const mismatches = specification.schemaMismatches(schema, body);
    if (type !== webhook_type) mismatches.push(`has type ${type}`);
    findings.record(`webhook ${webhook_type} ${webhook_code}`, mismatches);
  }
}
