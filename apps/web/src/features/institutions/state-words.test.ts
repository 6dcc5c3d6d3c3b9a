import { expect, test } from 'vitest';
import type { Institution } from './institutions.api.ts';
import { runWords, stateSentence } from './state-words.ts';

const token = (more: Partial<Institution['token']>): Institution['token'] => ({
  id: 'id',
  item_id: 'item',
  item_details: { institution_name: 'Harbor Savings', created_at: '2026-01-01T00:00:00Z' },
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

test('every state is a sentence, and what the server says comes first', () => {
  const states = ['ok', 'queued', 'running', 'retrying', 'login_required', 'revoked'] as const;
  for (const state of states)
    expect(stateSentence(token({ state }))).toMatch(/Harbor Savings.*\.$/);
  expect(stateSentence(token({ state: 'retrying', error: 'It is not answering.' }))).toBe(
    'It is not answering.',
  );
  expect(stateSentence(token({ state: 'removed', unlinking: true }))).toMatch(/being unlinked/);
});

test('what is worth knowing of a bank that is well is said in place of that it is', () => {
  expect(stateSentence(token({ notice: 'It has new accounts.' }))).toBe('It has new accounts.');
});

test('a sync says only what it changed', () => {
  expect(runWords({ added: 1_240, modified: 3, removed: 1 })).toBe(
    '1,240 new, 3 changed, 1 taken back',
  );
  expect(runWords({ added: 0, modified: 0, removed: 0 })).toBe('Nothing new');
});
