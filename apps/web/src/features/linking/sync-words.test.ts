import { describe, expect, test } from 'vitest';
import type { SyncState } from './linking.api.ts';
import { ageWords, hasBroughtNothing, progressWords } from './sync-words.ts';

type Item = SyncState['items'][number];

const item = (institution_name: string, state: Item['state'], added = 0): Item => ({
  item_id: institution_name,
  institution_name,
  told_apart: null,
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
    expect(progressWords(running(item('Harbor Savings', 'running', 1240)))).toBe(
      '1,240 transactions from Harbor Savings',
    );
    expect(progressWords(running(item('Harbor Savings', 'running', 1)))).toBe(
      '1 transaction from Harbor Savings',
    );
  });

  test('names the institution while it has no new transactions', () => {
    expect(progressWords(running(item('Harbor Savings', 'queued')))).toBe(
      'Syncing Harbor Savings…',
    );
  });

  test('does not count an institution whose sync is done', () => {
    expect(progressWords(running(item('Old', 'ok', 99), item('New', 'running')))).toBe(
      'Syncing New…',
    );
  });

  test('names no institution if several sync or the state is unknown', () => {
    expect(progressWords(running(item('A', 'queued'), item('B', 'running')))).toBe('Syncing…');
    expect(progressWords(undefined)).toBe('Syncing…');
  });
});

test('the age of the data of an institution with a problem is a sentence', () => {
  expect(ageWords('Harbor', '3 hours ago')).toBe('Data from Harbor was last synced 3 hours ago.');
  expect(ageWords('Harbor', 'Just now')).toBe('Data from Harbor was last synced just now.');
  expect(ageWords('Harbor', 'Never')).toBe('No data from Harbor yet.');
});

test('nothing has synced until one item has', () => {
  const synced = { ...item('Larkspur Bank', 'ok'), last_sync: '2026-05-04T10:00:00Z' };
  expect(hasBroughtNothing(undefined)).toBe(true);
  expect(hasBroughtNothing(running(item('Harbor Savings', 'error')))).toBe(true);
  expect(hasBroughtNothing(running(item('Harbor Savings', 'error'), synced))).toBe(false);
});
