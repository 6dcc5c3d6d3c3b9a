import { describe, expect, test } from 'vitest';
import type { SyncState } from './linking.api.ts';
import { dataAgeText, hasNeverSynced, syncProgressText } from './sync-labels.ts';

type Item = SyncState['items'][number];

const item = (institution_name: string, state: Item['state'], added = 0): Item => ({
  item_id: institution_name,
  institution_name,
  disambiguation_label: null,
  state,
  added,
  last_sync: null,
  error: null,
  notice: null,
  remedy: null,
  offer: null,
});
const running = (...items: Item[]): SyncState => ({
  state: 'running',
  last_sync_pretty: 'Never',
  items,
});

describe('the progress of a running sync', () => {
  test('counts the new transactions of an institution', () => {
    expect(syncProgressText(running(item('Harbor Savings', 'running', 1240)))).toBe(
      '1,240 transactions from Harbor Savings',
    );
    expect(syncProgressText(running(item('Harbor Savings', 'running', 1)))).toBe(
      '1 transaction from Harbor Savings',
    );
  });

  test('names the institution while it has no new transactions', () => {
    expect(syncProgressText(running(item('Harbor Savings', 'queued')))).toBe(
      'Syncing Harbor Savings…',
    );
  });

  test('does not count an institution whose sync is done', () => {
    expect(syncProgressText(running(item('Old', 'ok', 99), item('New', 'running')))).toBe(
      'Syncing New…',
    );
  });

  test('names no institution if several are syncing or the state is unknown', () => {
    expect(syncProgressText(running(item('A', 'queued'), item('B', 'running')))).toBe('Syncing…');
    expect(syncProgressText(undefined)).toBe('Syncing…');
  });
});

test('a sentence shows the age of the data of an institution with a problem', () => {
  expect(dataAgeText('Harbor', '3 hours ago')).toBe(
    'Data from Harbor was last synced 3 hours ago.',
  );
  expect(dataAgeText('Harbor', 'Just now')).toBe('Data from Harbor was last synced just now.');
  expect(dataAgeText('Harbor', 'Never')).toBe('No data from Harbor yet.');
});

test('nothing has synced until one item has', () => {
  const synced = { ...item('Larkspur Bank', 'ok'), last_sync: '2026-05-04T10:00:00Z' };
  expect(hasNeverSynced(undefined)).toBe(true);
  expect(hasNeverSynced(running(item('Harbor Savings', 'error')))).toBe(true);
  expect(hasNeverSynced(running(item('Harbor Savings', 'error'), synced))).toBe(false);
});
