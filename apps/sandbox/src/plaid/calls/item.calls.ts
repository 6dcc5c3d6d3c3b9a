import type {
  ItemGetResponse,
  ItemRemoveResponse,
  ItemWebhookUpdateResponse,
  SandboxItemFireWebhookResponse,
  SandboxItemResetLoginResponse,
} from 'plaid';
import type { Item } from '../items/item.ts';
import { breakLogin } from '../items/item-state.ts';
import type { Aggregator, DefineCall } from '../plaid.plugin.ts';
import { fireWebhook } from '../webhooks/fire-webhook.ts';
import { readOptionalString, readString, readUrl } from './body-fields.ts';
import { findItem } from './usable-item.ts';
import type { WireResponse } from './wire.ts';
import { wireItem, wireItemWithConsent } from './wire-item.ts';

/** Calls about an item itself, which work in any state. */
export function itemCalls(call: DefineCall, aggregator: Aggregator): void {
  const { context, registry, webhooks } = aggregator;

  call('/item/get', { required: ['access_token'] }, (body): WireResponse<ItemGetResponse> => {
    const item = findItem(body, registry);
    return { item: wireItemWithConsent(item), status: statusOf(item) };
  });

  call(
    '/item/remove',
    { required: ['access_token'], optional: ['reason_code', 'reason_note'] },
    async (body): Promise<WireResponse<ItemRemoveResponse>> => {
      const item = findItem(body, registry);
      item.markRemoved();
      await context.stateFile.save();
      return {};
    },
  );

  call(
    '/item/webhook/update',
    { required: ['access_token'], optional: ['webhook'] },
    async (body): Promise<WireResponse<ItemWebhookUpdateResponse>> => {
      const item = findItem(body, registry);
      item.record.webhook = readUrl(body, 'webhook');
      await context.stateFile.save();
      webhooks.fire(item, 'ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', {
        new_webhook_url: item.record.webhook,
        error: null,
      });
      return { item: wireItem(item) };
    },
  );

  call(
    '/sandbox/item/reset_login',
    { required: ['access_token'] },
    (body): WireResponse<SandboxItemResetLoginResponse> => {
      breakLogin(aggregator, findItem(body, registry));
      return { reset_login: true };
    },
  );

  call(
    '/sandbox/item/fire_webhook',
    { required: ['access_token', 'webhook_code'], optional: ['webhook_type'] },
    (body): WireResponse<SandboxItemFireWebhookResponse> => {
      const item = findItem(body, registry);
      const code = readString(body, 'webhook_code');
      fireWebhook(aggregator, item, code, readOptionalString(body, 'webhook_type'));
      return { webhook_fired: true };
    },
  );
}

function statusOf(item: Item): NonNullable<WireResponse<ItemGetResponse>['status']> {
  const { updatedAt, lastWebhook } = item.record;
  return {
    transactions: { last_successful_update: updatedAt, last_failed_update: null },
    investments: null,
    last_webhook:
      lastWebhook === null ? null : { sent_at: lastWebhook.sentAt, code_sent: lastWebhook.code },
  };
}
