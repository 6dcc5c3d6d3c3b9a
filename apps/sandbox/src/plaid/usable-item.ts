import { LOGIN_REQUIRED, REVOKED } from './describe.ts';
import { PlaidRefusal } from './errors.ts';
import { type Body, readText } from './fields.ts';
import type { Item } from './item.ts';
import type { Registry } from './registry.ts';

/** The item of the body's access token, in whatever state. Throws INVALID_ACCESS_TOKEN or ITEM_NOT_FOUND. */
export function itemOf(body: Body, registry: Registry): Item {
  return registry.byAccessToken(readText(body, 'access_token'));
}

/** The same, alive up to today and ready to be read. Throws ITEM_LOGIN_REQUIRED or USER_PERMISSION_REVOKED too. */
export function usableItemOf(body: Body, registry: Registry): Item {
  const item = itemOf(body, registry);
  if (item.record.state === 'login_required') {
    throw new PlaidRefusal('ITEM_LOGIN_REQUIRED', LOGIN_REQUIRED);
  }
  if (item.record.state === 'revoked') throw new PlaidRefusal('USER_PERMISSION_REVOKED', REVOKED);
  registry.advance(item);
  return item;
}
