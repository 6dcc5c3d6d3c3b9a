import { expect, test } from 'vitest';
import { itemRemedy, itemState } from './item-state.ts';

type ItemFields = Parameters<typeof itemState>[0] & Parameters<typeof itemRemedy>[0];

const healthyItem: ItemFields = {
  sync_state: 'idle',
  health: 'ok',
  sync_error: null,
  has_new_accounts: false,
  unlinking: false,
};

/** Situation, fields that differ from a healthy item, state, remedy. */
const situations: [string, Partial<ItemFields>, string, string | null][] = [
  ['is healthy', {}, 'ok', null],
  ['is syncing', { sync_state: 'running' }, 'running', null],
  ['is unavailable', { sync_state: 'retrying', sync_error: 'unavailable' }, 'retrying', null],
  ['is not ready yet', { sync_state: 'retrying', sync_error: 'not_ready' }, 'retrying', null],
  [
    'needs a new sign-in',
    { health: 'login_required', sync_error: 'login_required' },
    'login_required',
    'reconnect',
  ],
  [
    'has consent that expires in a week',
    { health: 'consent_expiring', sync_error: 'consent_expiring' },
    'consent_expiring',
    'reconnect',
  ],
  ['shares no accounts', { sync_error: 'no_accounts' }, 'error', 'choose_accounts'],
  ['has new accounts', { has_new_accounts: true }, 'ok', 'choose_accounts'],
  [
    'needs a new sign-in and has new accounts',
    { health: 'login_required', has_new_accounts: true },
    'login_required',
    'reconnect',
  ],
  ['was removed', { health: 'removed', sync_error: 'removed' }, 'removed', 'link_again'],
  ['had its access revoked', { health: 'revoked' }, 'revoked', 'link_again'],
  ['is being unlinked', { health: 'removed', unlinking: true }, 'removed', null],
];

test.each(situations)(
  'an item that %s has the expected state and remedy',
  (_, changes, state, remedy) => {
    const item = { ...healthyItem, ...changes };
    expect(itemState(item)).toBe(state);
    expect(itemRemedy(item)).toBe(remedy);
  },
);
