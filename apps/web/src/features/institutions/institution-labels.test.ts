import { expect, test } from 'vitest';
import {
  describeAccountChange,
  describeDecision,
  describeState,
  describeSyncRun,
} from './institution-labels.ts';
import type { Institution } from './institutions.api.ts';

const token = (more: Partial<Institution['token']>): Institution['token'] => ({
  id: 'id',
  item_id: 'item',
  item_details: {
    institution_name: 'Harbor Savings',
    created_at: '2026-01-01T00:00:00Z',
    disambiguation_label: null,
    logo_url: null,
    color: null,
  },
  state: 'ok',
  last_sync: null,
  last_sync_pretty: 'Never',
  error: null,
  notice: null,
  remedy: null,
  unlinking: false,
  last_run: null,
  ...more,
});

test('every state of an item has a sentence, which a server error replaces', () => {
  const states = ['ok', 'queued', 'running', 'retrying', 'login_required', 'revoked'] as const;
  for (const state of states)
    expect(describeState(token({ state }))).toMatch(/Harbor Savings.*\.$/);
  expect(describeState(token({ state: 'retrying', error: "It isn't responding." }))).toBe(
    "It isn't responding.",
  );
});

test('a notice replaces the sentence that an institution is connected', () => {
  expect(describeState(token({ notice: 'It has new accounts.' }))).toBe('It has new accounts.');
});

test('a sync lists only the counts that are not 0', () => {
  expect(describeSyncRun({ added: 1_240, modified: 3, removed: 1 })).toBe(
    'Transactions: 1,240 new, 3 changed, 1 removed',
  );
  expect(describeSyncRun({ added: 0, modified: 0, removed: 0 })).toBe('No new transactions');
});

test('changes that the user made to an account are described', () => {
  const decision = { at: '', account_id: 'id', name: 'Daily', before: null, after: null };
  const named = { ...decision, before: 'Checking', after: 'Daily' };
  expect([
    describeDecision({ ...named, event: 'renamed' }),
    describeDecision({ ...named, event: 'name_restored' }),
    describeDecision({ ...decision, event: 'hidden' }),
    describeDecision({ ...decision, event: 'shown' }),
  ]).toEqual([
    'You renamed Checking to Daily',
    "You restored the bank's name of Checking: Daily",
    'You hid Daily from all totals',
    'You showed Daily again',
  ]);
});

test('changes that a sync made to an account are described with the values before and after', () => {
  const account = {
    account_id: 'id',
    name: 'Checking',
    currency: 'USD',
    is_new: false,
    closed: false,
    reopened: false,
    balance: null,
    changed: [],
  };
  expect(describeAccountChange({ ...account, balance: { before: 1_100, after: 80.5 } })).toBe(
    'Checking: balance changed from $1,100.00 to $80.50',
  );
  expect(
    describeAccountChange({ ...account, is_new: true, balance: { before: null, after: 80 } }),
  ).toBe('Checking: new account, balance $80.00');
  expect(
    describeAccountChange({ ...account, balance: { before: 1, after: null }, changed: ['number'] }),
  ).toBe('Checking: balance changed from $1.00 to unknown, account number changed');
  expect(
    describeAccountChange({ ...account, closed: true, balance: { before: 80, after: 0 } }),
  ).toBe('Checking: closed or no longer shared, last balance $80.00');
  expect(describeAccountChange({ ...account, closed: true })).toBe(
    'Checking: closed or no longer shared',
  );
  expect(
    describeAccountChange({ ...account, reopened: true, balance: { before: 0, after: 80 } }),
  ).toBe('Checking: shared again, balance $80.00');
  expect(describeAccountChange(account)).toBe('Checking: available balance changed');
});
