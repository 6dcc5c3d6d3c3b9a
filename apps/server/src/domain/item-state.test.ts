import { expect, test } from 'vitest';
import { itemState, remedyOf } from './item-state.ts';

const well = {
  sync_state: 'idle',
  health: 'ok',
  sync_error: null,
  has_new_accounts: false,
  unlinking: false,
};

/** What can be the matter with a connection: what is known of it, its state, and what helps. */
const life: [string, Partial<Record<keyof typeof well, unknown>>, string, string | null][] = [
  ['is well', {}, 'ok', null],
  ['is asked right now', { sync_state: 'running' }, 'running', null],
  ['is not answering', { sync_state: 'retrying', sync_error: 'unavailable' }, 'retrying', null],
  ['is not ready yet', { sync_state: 'retrying', sync_error: 'not_ready' }, 'retrying', null],
  [
    'wants another password',
    { health: 'login_required', sync_error: 'login_required' },
    'login_required',
    'reconnect',
  ],
  [
    'lets us in for a week more',
    { health: 'consent_expiring', sync_error: 'consent_expiring' },
    'consent_expiring',
    'reconnect',
  ],
  ['shows no account', { sync_error: 'no_accounts' }, 'error', 'choose_accounts'],
  ['has new accounts', { has_new_accounts: true }, 'ok', 'choose_accounts'],
  [
    'wants another password, and has new accounts',
    { health: 'login_required', has_new_accounts: true },
    'login_required',
    'reconnect',
  ],
  ['is gone', { health: 'removed', sync_error: 'removed' }, 'removed', 'link_again'],
  ['does not let us in any more', { health: 'revoked' }, 'revoked', 'link_again'],
  ['is being unlinked', { health: 'removed', unlinking: true }, 'removed', null],
];

test.each(life)(
  'a connection that %s has one state and one thing that helps',
  (_, known, state, helps) => {
    const item = { ...well, ...known } as typeof well;
    expect(itemState(item)).toBe(state);
    expect(remedyOf(item)).toBe(helps);
  },
);
