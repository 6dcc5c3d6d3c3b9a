import type {
  ItemGetResponse,
  ItemRemoveResponse,
  ItemWebhookUpdateResponse,
  SandboxItemFireWebhookResponse,
  SandboxItemResetLoginResponse,
} from 'plaid';
import { LOGIN_REQUIRED, wireItem, wireItemWithConsent } from './describe.ts';
import { errorObject, PlaidRefusal } from './errors.ts';
import { invalid, readAddress, readOptionalText, readText } from './fields.ts';
import type { Item } from './item.ts';
import { breakLogin, revoke } from './item-state.ts';
import type { Aggregator, DefineCall } from './plaid.plugin.ts';
import { itemOf } from './usable-item.ts';
import type { WebhookExtra } from './webhooks.ts';
import type { Reply } from './wire.ts';

/** Calls about an item itself, which work in whatever state it is. */
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
      if (item.record.webhook === null) {
        throw new PlaidRefusal('SANDBOX_WEBHOOK_INVALID', 'the item has no webhook URL');
      }
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

/** Sends the webhook of a code as the aggregator words it. Throws INVALID_FIELD for one that the sandbox doesn't send. */
function fireByCode(aggregator: Aggregator, item: Item, code: string, type: string | null): void {
  if (code === 'USER_PERMISSION_REVOKED') {
    revoke(aggregator, item);
    return;
  }
  const known = KNOWN_WEBHOOKS[code];
  if (known === undefined) throw invalid('webhook_code', 'a code that the sandbox sends');
  const extra = known.extra(item, aggregator.context.clock.now());
  aggregator.webhooks.fire(item, type ?? known.type, code, extra);
}

const WEEK_MS = 7 * 86_400_000;

/** What each webhook says beside its code. */
const KNOWN_WEBHOOKS: Readonly<
  Record<string, { type: string; extra(item: Item, now: number): WebhookExtra }>
> = {
  SYNC_UPDATES_AVAILABLE: {
    type: 'TRANSACTIONS',
    extra: () => ({ initial_update_complete: true, historical_update_complete: true }),
  },
  DEFAULT_UPDATE: { type: 'TRANSACTIONS', extra: () => ({ new_transactions: 0, error: null }) },
  RECURRING_TRANSACTIONS_UPDATE: {
    type: 'TRANSACTIONS',
    extra: (item) => ({ account_ids: item.accounts().map((each) => each.accountId) }),
  },
  NEW_ACCOUNTS_AVAILABLE: { type: 'ITEM', extra: () => ({ error: null }) },
  LOGIN_REPAIRED: { type: 'ITEM', extra: () => ({}) },
  ERROR: {
    type: 'ITEM',
    extra: () => ({
      error: { ...errorObject('ITEM_LOGIN_REQUIRED', LOGIN_REQUIRED), status: 400 },
    }),
  },
  PENDING_DISCONNECT: {
    type: 'ITEM',
    extra: (_item, now) => ({
      reason: 'INSTITUTION_TOKEN_EXPIRATION',
      disconnect_time: new Date(now + WEEK_MS).toISOString(),
    }),
  },
  USER_ACCOUNT_REVOKED: {
    type: 'ITEM',
    extra: (item) => ({ account_id: item.accounts()[0]?.accountId ?? null }),
  },
};
