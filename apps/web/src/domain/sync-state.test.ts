import { expect, test } from 'vitest';
import { mayHaveChangedData, type SyncState } from './sync-state.ts';

const item = (state: SyncState['items'][number]['state'], item_id = 'a') => ({
  item_id,
  institution_name: 'Harbor Savings',
  disambiguation_label: null,
  state,
  added: 3,
  last_sync: '2026-11-21T08:00:00.000Z',
  error: null,
  notice: null,
  remedy: null,
  offer: null,
});
const sync = (state: SyncState['state'], ...items: SyncState['items']): SyncState => ({
  state,
  last_sync_pretty: 'just now',
  items,
});

test('a sync that finishes may have changed data', () => {
  expect(mayHaveChangedData(sync('running', item('running')), sync('idle', item('ok')))).toBe(true);
});

test('if one of two items finishes, data may have changed', () => {
  const before = sync('running', item('running'), item('running', 'b'));
  const after = sync('running', item('ok'), item('running', 'b'));
  expect(mayHaveChangedData(before, after)).toBe(true);
});

test('a sync in progress has not changed data', () => {
  const before = sync('running', item('running'));
  expect(mayHaveChangedData(before, { ...before, last_sync_pretty: 'a moment ago' })).toBe(false);
  expect(mayHaveChangedData(sync('queued', item('queued')), before)).toBe(false);
});

test('a finished sync whose start was missed may have changed data', () => {
  expect(mayHaveChangedData(undefined, sync('idle', item('ok')))).toBe(true);
});

test('a repeated event of the same finished sync has not changed data again', () => {
  const finished = sync('idle', item('ok'));
  expect(mayHaveChangedData(finished, finished)).toBe(false);
});

test('a sync too quick to be seen running may have changed data', () => {
  const later = { ...item('ok'), last_sync: '2026-11-21T08:05:00.000Z' };
  expect(mayHaveChangedData(sync('idle', item('ok')), sync('idle', later))).toBe(true);
});

test('unlinking an item has changed data', () => {
  const before = sync('idle', item('ok'), item('ok', 'b'));
  expect(mayHaveChangedData(before, sync('idle', item('ok')))).toBe(true);
});
