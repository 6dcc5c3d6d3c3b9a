import { expect, test } from 'vitest';
import { bankEventAction } from './bank-event-actions.ts';

test.each([
  ['TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', 'sync'],
  ['TRANSACTIONS', 'RECURRING_TRANSACTIONS_UPDATE', 'sync'],
  ['TRANSACTIONS', 'INITIAL_UPDATE', 'nothing'],
  ['TRANSACTIONS', 'HISTORICAL_UPDATE', 'nothing'],
  ['TRANSACTIONS', 'DEFAULT_UPDATE', 'nothing'],
  ['TRANSACTIONS', 'TRANSACTIONS_REMOVED', 'nothing'],
  ['ITEM', 'ERROR', 'sync'],
  ['ITEM', 'LOGIN_REPAIRED', 'login_repaired'],
  ['ITEM', 'PENDING_DISCONNECT', 'consent_expiring'],
  ['ITEM', 'PENDING_EXPIRATION', 'consent_expiring'],
  ['ITEM', 'USER_PERMISSION_REVOKED', 'access_withdrawn'],
  ['ITEM', 'USER_ACCOUNT_REVOKED', 'account_withdrawn'],
  ['ITEM', 'NEW_ACCOUNTS_AVAILABLE', 'new_accounts'],
  ['ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', 'nothing'],
  ['HOLDINGS', 'DEFAULT_UPDATE', 'sync'],
  ['INVESTMENTS_TRANSACTIONS', 'DEFAULT_UPDATE', 'sync'],
  ['INVESTMENTS_TRANSACTIONS', 'HISTORICAL_UPDATE', 'sync'],
  ['LIABILITIES', 'DEFAULT_UPDATE', 'sync'],
])('the event %s/%s triggers the action %s', (type, code, action) => {
  expect(bankEventAction(type, code)).toBe(action);
});

test('an unknown code, or a known code under another type, has no action', () => {
  expect(bankEventAction('TRANSACTIONS', 'ERROR')).toBeUndefined();
  expect(bankEventAction('ITEM', 'SOMETHING_NEW')).toBeUndefined();
  expect(bankEventAction(undefined, { webhook_code: 'ERROR' })).toBeUndefined();
});
