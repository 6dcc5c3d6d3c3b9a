import { LOGIN_REQUIRED, REVOKED } from './describe.ts';
import { PlaidRefusal } from './errors.ts';
import { type Body, readText } from './fields.ts';
import type { Item } from './item.ts';
import type { Registry } from './registry.ts';

/** Returns the item of a request, in any state. Throws INVALID_ACCESS_TOKEN or ITEM_NOT_FOUND. */
export function itemOf(body: Body, registry: Registry): Item {
  return registry.byAccessToken(readText(body, 'access_token'));
}

/** Like `itemOf`, advanced to today and readable. Also throws ITEM_LOGIN_REQUIRED or USER_PERMISSION_REVOKED. */
export function usableItemOf(body: Body, registry: Registry): Item {
  const item = itemOf(body, registry);
  if (item.record.state === 'login_required') {
    throw new PlaidRefusal('ITEM_LOGIN_REQUIRED', LOGIN_REQUIRED);
  }
  if (item.record.state === 'revoked') throw new PlaidRefusal('USER_PERMISSION_REVOKED', REVOKED);
  registry.advance(item);
  return item;
}
