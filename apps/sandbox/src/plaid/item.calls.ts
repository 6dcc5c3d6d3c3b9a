import type {
  ItemGetResponse,
  ItemRemoveResponse,
  ItemWebhookUpdateResponse,
  SandboxItemFireWebhookResponse,
  SandboxItemResetLoginResponse,
} from 'plaid';
import { wireItem, wireItemWithConsent } from './describe.ts';
import { readAddress, readOptionalText, readText } from './fields.ts';
import { fireByCode } from './fire-by-code.ts';
import type { Item } from './item.ts';
import { breakLogin } from './item-state.ts';
import type { Aggregator, DefineCall } from './plaid.plugin.ts';
import { itemOf } from './usable-item.ts';
import type { Reply } from './wire.ts';

/** Calls about an item itself, which work in any state. */
export function itemCalls(call: DefineCall, aggregator: Aggregator): void {
  const { context, registry, webhooks } = aggregator;

  call('/item/get', { required: ['access_token'] }, (body): Reply<ItemGetResponse> => {
    const item = itemOf(body, registry);
    return { item: wireItemWithConsent(item), status: statusOf(item) };
  });

  call(
    '/item/remove',
    { required: ['access_token'], optional: ['reason_code', 'reason_note'] },
    async (body): Promise<Reply<ItemRemoveResponse>> => {
      const item = itemOf(body, registry);
      item.forget();
      await context.stateFile.save();
      return {};
    },
  );

  call(
    '/item/webhook/update',
    { required: ['access_token'], optional: ['webhook'] },
    async (body): Promise<Reply<ItemWebhookUpdateResponse>> => {
      const item = itemOf(body, registry);
      item.record.webhook = readAddress(body, 'webhook');
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
    (body): Reply<SandboxItemResetLoginResponse> => {
      breakLogin(aggregator, itemOf(body, registry));
      return { reset_login: true };
    },
  );

  call(
    '/sandbox/item/fire_webhook',
    { required: ['access_token', 'webhook_code'], optional: ['webhook_type'] },
    (body): Reply<SandboxItemFireWebhookResponse> => {
      const item = itemOf(body, registry);
      const code = readText(body, 'webhook_code');
      fireByCode(aggregator, item, code, readOptionalText(body, 'webhook_type'));
      return { webhook_fired: true };
    },
  );
}

function statusOf(item: Item): NonNullable<Reply<ItemGetResponse>['status']> {
  const { updatedAt, lastWebhook } = item.record;
  return {
    transactions: { last_successful_update: updatedAt, last_failed_update: null },
    investments: null,
    last_webhook:
      lastWebhook === null ? null : { sent_at: lastWebhook.sentAt, code_sent: lastWebhook.code },
  };
}
