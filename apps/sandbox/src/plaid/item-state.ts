import { itemError } from './describe.ts';
import type { Item } from './item.ts';
import type { Aggregator } from './plaid.plugin.ts';

/** The bank no longer takes the login: calls answer ITEM_LOGIN_REQUIRED, and the webhook says so. */
export function breakLogin({ webhooks, context }: Aggregator, item: Item): void {
  item.record.state = 'login_required';
  context.stateFile.saveSoon();
  webhooks.fire(item, 'ITEM', 'ERROR', { error: { ...itemError(item), status: 400 } });
}

/** The person has withdrawn their consent at the bank. */
export function revoke({ webhooks, context }: Aggregator, item: Item): void {
  item.record.state = 'revoked';
  context.stateFile.saveSoon();
  webhooks.fire(item, 'ITEM', 'USER_PERMISSION_REVOKED', {
    error: { ...itemError(item), status: 400 },
  });
}

/** The login works again, and the webhook says so where it had been broken. */
export function repair({ webhooks, context }: Aggregator, item: Item): void {
  const wasBroken = item.record.state !== 'ok';
  item.record.state = 'ok';
  context.stateFile.saveSoon();
  if (wasBroken) webhooks.fire(item, 'ITEM', 'LOGIN_REPAIRED');
}
