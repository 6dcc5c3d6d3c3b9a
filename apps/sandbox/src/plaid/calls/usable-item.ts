import type { Item } from '../items/item.ts';
import type { Registry } from '../items/registry.ts';
import { type Body, readString } from './body-fields.ts';
import { PlaidApiError } from './errors.ts';
import { LOGIN_REQUIRED_MESSAGE, REVOKED_MESSAGE } from './wire-item.ts';

/** Returns the item of a request, in any state. Throws INVALID_ACCESS_TOKEN or ITEM_NOT_FOUND. */
export function findItem(body: Body, registry: Registry): Item {
  return registry.byAccessToken(readString(body, 'access_token'));
}

/**
 * Like `findItem`, but also checks that the item can be read and advances it to today. Throws ITEM_LOGIN_REQUIRED or
 * USER_PERMISSION_REVOKED in addition.
 */
export function findUsableItem(body: Body, registry: Registry): Item {
  const item = findItem(body, registry);
  if (item.record.state === 'login_required') {
    throw new PlaidApiError('ITEM_LOGIN_REQUIRED', LOGIN_REQUIRED_MESSAGE);
  }
  if (item.record.state === 'revoked')
    throw new PlaidApiError('USER_PERMISSION_REVOKED', REVOKED_MESSAGE);
  registry.advance(item);
  return item;
}
