import type { Conversation } from './converse.ts';

/** What the aggregator sends, by type and code, and what the file calls its form. */
const forms: [type: string, code: string, schema: string][] = [
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
  // Last: after it the item gives no more access.
  ['ITEM', 'USER_PERMISSION_REVOKED', 'UserPermissionRevokedWebhook'],
];

/** Has the sandbox send each webhook, and holds it against its form. */
export async function fireWebhooks(conversation: Conversation): Promise<void> {
  const { caller, webhooks, findings, specification } = conversation;
  const { public_token } = await caller.call('/sandbox/public_token/create', {
    institution_id: 'ins_1',
    initial_products: ['transactions'],
    options: { webhook: webhooks.address },
  });
  const { access_token } = await caller.call('/item/public_token/exchange', { public_token });
  await caller.call('/transactions/sync', { access_token });
  const moved = caller.call('/item/webhook/update', { access_token, webhook: webhooks.address });
  const acknowledged = await webhooks.next('WEBHOOK_UPDATE_ACKNOWLEDGED');
  await moved;
  findings.note(
    'webhook ITEM WEBHOOK_UPDATE_ACKNOWLEDGED',
    specification.faultsOf('WebhookUpdateAcknowledgedWebhook', acknowledged.body),
  );
  for (const [webhook_type, webhook_code, schema] of forms) {
    // Not every code that is sent can be asked for at the real one.
    const fired = await caller.sandboxOnly('/sandbox/item/fire_webhook', {
      access_token,
      webhook_type,
      webhook_code,
    });
    if (fired.status !== 200) {
      findings.note(`webhook ${webhook_type} ${webhook_code}`, ['can not be fired']);
      continue;
    }
    const { type, body } = await webhooks.next(webhook_code);
    const faults = specification.faultsOf(schema, body);
    if (type !== webhook_type) faults.push(`comes as ${type}`);
    findings.note(`webhook ${webhook_type} ${webhook_code}`, faults);
  }
}
