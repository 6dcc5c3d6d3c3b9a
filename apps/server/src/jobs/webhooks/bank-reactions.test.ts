import { expect, test } from 'vitest';
import { reactionTo } from './bank-reactions.ts';

test.each([
  ['TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', 'sync'],
  ['TRANSACTIONS', 'RECURRING_TRANSACTIONS_UPDATE', 'sync'],
  ['TRANSACTIONS', 'INITIAL_UPDATE', 'nothing'],
  ['TRANSACTIONS', 'HISTORICAL_UPDATE', 'nothing'],
  ['TRANSACTIONS', 'DEFAULT_UPDATE', 'nothing'],
  ['TRANSACTIONS', 'TRANSACTIONS_REMOVED', 'nothing'],
  ['ITEM', 'ERROR', 'sync'],
  ['ITEM', 'LOGIN_REPAIRED', 'login_repaired'],
  ['ITEM', 'PENDING_DISCONNECT', 'consent_ends'],
  ['ITEM', 'PENDING_EXPIRATION', 'consent_ends'],
  ['ITEM', 'USER_PERMISSION_REVOKED', 'disconnect'],
  ['ITEM', 'USER_ACCOUNT_REVOKED', 'drop_account'],
  ['ITEM', 'NEW_ACCOUNTS_AVAILABLE', 'new_accounts'],
  ['ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', 'nothing'],
  ['HOLDINGS', 'DEFAULT_UPDATE', 'sync'],
  ['INVESTMENTS_TRANSACTIONS', 'DEFAULT_UPDATE', 'sync'],
  ['INVESTMENTS_TRANSACTIONS', 'HISTORICAL_UPDATE', 'sync'],
  ['LIABILITIES', 'DEFAULT_UPDATE', 'sync'],
])('the event %s/%s triggers the action %s', (type, code, action) => {
  expect(reactionTo(type, code)).toBe(action);
});

test('an unknown code, or a known code under another type, has no action', () => {
  expect(reactionTo('TRANSACTIONS', 'ERROR')).toBeUndefined();
  expect(reactionTo('ITEM', 'SOMETHING_NEW')).toBeUndefined();
  expect(reactionTo(undefined, { webhook_code: 'ERROR' })).toBeUndefined();
});
