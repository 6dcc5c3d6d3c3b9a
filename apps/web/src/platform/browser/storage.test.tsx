import { beforeEach, expect, test } from 'vitest';
// This module clears the storage when a session ends.
import '../api/query-client.ts';
import { signIn } from '../../testing/sign-in.ts';
import { clearToken } from '../session/session.ts';
import { writeStored } from './storage.ts';

beforeEach(() => {
  sessionStorage.clear();
  signIn();
  for (const key of ['recentCategories', 'openAccountGroups', 'anythingNew']) writeStored(key, 'x');
  writeStored('theme', 'dark');
  writeStored('singleKeyShortcuts', 'off');
  sessionStorage.setItem('pending_link', '{}');
});

const storedSettings = { demoMode: 'false', theme: 'dark', singleKeyShortcuts: 'off' };

test.each(['signed-out', 'deleted'] as const)(
  'after a session ends as %s, only the settings of the device are left in the browser',
  (reason) => {
    clearToken(reason);
    expect({ ...localStorage }).toEqual(storedSettings);
    expect({ ...sessionStorage }).toEqual({});
  },
);

test('after the server ends a session, the tab keeps what it needs to continue after sign-in', () => {
  clearToken('ended');
  expect({ ...localStorage }).toEqual(storedSettings);
  expect({ ...sessionStorage }).toEqual({ pending_link: '{}' });
});
