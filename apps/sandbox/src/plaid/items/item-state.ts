import { itemError } from '../calls/wire-item.ts';
import type { Aggregator } from '../plaid.plugin.ts';
import type { Item } from './item.ts';

/** Invalidates the login: calls fail with ITEM_LOGIN_REQUIRED, and a webhook reports it. */
export function breakLogin({ webhooks, context }: Aggregator, item: Item): void {
  item.record.state = 'login_required';
  context.stateFile.saveSoon();
  webhooks.fire(item, 'ITEM', 'ERROR', { error: { ...itemError(item), status: 400 } });
}

/** Withdraws the user's consent at the bank, and reports it by webhook. */
export function revokeConsent({ webhooks, context }: Aggregator, item: Item): void {
  item.record.state = 'revoked';
  context.stateFile.saveSoon();
  webhooks.fire(item, 'ITEM', 'USER_PERMISSION_REVOKED', {
    error: { ...itemError(item), status: 400 },
  });
}

/** Repairs the login, and reports it by webhook if it was broken. */
export function repairLogin({ webhooks, context }: Aggregator, item: Item): void {
  const wasBroken = item.record.state !== 'ok';
  item.record.state = 'ok';
  context.stateFile.saveSoon();
  if (wasBroken) webhooks.fire(item, 'ITEM', 'LOGIN_REPAIRED');
}
