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

describe('what a running sync says', () => {
  test('counts what an institution brings', () => {
    expect(progressWords(running(item('Harbor Savings', 'running', 1240)))).toBe(
      '1,240 transactions from Harbor Savings',
    );
    expect(progressWords(running(item('Harbor Savings', 'running', 1)))).toBe(
      '1 transaction from Harbor Savings',
    );
  });

  test('names whom it asks while nothing has come', () => {
    expect(progressWords(running(item('Harbor Savings', 'queued')))).toBe('Asking Harbor Savings…');
  });

  test('does not count what an institution that is done brought', () => {
    expect(progressWords(running(item('Old', 'ok', 99), item('New', 'running')))).toBe(
      'Asking New…',
    );
  });

  test('names nobody where it asks several, or nothing is known yet', () => {
    expect(progressWords(running(item('A', 'queued'), item('B', 'running')))).toBe('Syncing…');
    expect(progressWords(undefined)).toBe('Syncing…');
  });
});

test('the age of what is shown from a troubled institution reads as a sentence', () => {
  expect(ageWords('Harbor', '3 hours ago')).toBe(
    'What you see from Harbor was brought in 3 hours ago.',
  );
  expect(ageWords('Harbor', 'Just now')).toBe('What you see from Harbor was brought in just now.');
  expect(ageWords('Harbor', 'Never')).toBe('Nothing has come from Harbor yet.');
});

test('what is missing is not known until one bank has sent something', () => {
  const synced = { ...item('Larkspur Bank', 'ok'), last_sync: '2026-05-04T10:00:00Z' };
  expect(hasBroughtNothing(undefined)).toBe(true);
  expect(hasBroughtNothing(running(item('Harbor Savings', 'error')))).toBe(true);
  expect(hasBroughtNothing(running(item('Harbor Savings', 'error'), synced))).toBe(false);
});
