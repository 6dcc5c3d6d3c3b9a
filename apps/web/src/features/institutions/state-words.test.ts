import { expect, test } from 'vitest';
import type { Institution } from './institutions.api.ts';
import { accountWords, decisionWords, runWords, stateSentence } from './state-words.ts';

const token = (more: Partial<Institution['token']>): Institution['token'] => ({
  id: 'id',
  item_id: 'item',
  item_details: {
    institution_name: 'Harbor Savings',
    created_at: '2026-01-01T00:00:00Z',
    told_apart: null,
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

test('every state is a sentence, and what the server says comes first', () => {
  const states = ['ok', 'queued', 'running', 'retrying', 'login_required', 'revoked'] as const;
  for (const state of states)
    expect(stateSentence(token({ state }))).toMatch(/Harbor Savings.*\.$/);
  expect(stateSentence(token({ state: 'retrying', error: 'It is not answering.' }))).toBe(
    'It is not answering.',
  );
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

test('what its person decided about an account is said to them', () => {
  const decision = { at: '', account_id: 'id', name: 'Daily', before: null, after: null };
  const named = { ...decision, before: 'Checking', after: 'Daily' };
  expect([
    decisionWords({ ...named, event: 'renamed' }),
    decisionWords({ ...named, event: 'name_restored' }),
    decisionWords({ ...decision, event: 'hidden' }),
    decisionWords({ ...decision, event: 'shown' }),
  ]).toEqual([
    'You renamed Checking to Daily',
    'You gave Checking its bank’s name back: Daily',
    'You hid Daily: no total has it',
    'You showed Daily again',
  ]);
});

test('what became of an account is said as it is and as it was', () => {
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
  expect(accountWords({ ...account, balance: { before: 1_100, after: 80.5 } })).toBe(
    'Checking: $80.50, was $1,100.00',
  );
  expect(accountWords({ ...account, is_new: true, balance: { before: null, after: 80 } })).toBe(
    'Checking: new, with $80.00',
  );
  expect(
    accountWords({ ...account, balance: { before: 1, after: null }, changed: ['number'] }),
  ).toBe('Checking: not known, was $1.00, another number');
  expect(accountWords({ ...account, closed: true, balance: { before: 80, after: 0 } })).toBe(
    'Checking: closed, or no longer shared; it had $80.00',
  );
  expect(accountWords({ ...account, closed: true })).toBe('Checking: closed, or no longer shared');
  expect(accountWords({ ...account, reopened: true, balance: { before: 0, after: 80 } })).toBe(
    'Checking: shared again, with $80.00',
  );
  expect(accountWords(account)).toBe('Checking: another available balance');
});
