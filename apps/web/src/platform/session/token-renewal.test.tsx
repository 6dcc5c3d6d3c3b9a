import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { signIn, testEmail, testToken } from '../../testing/sign-in.ts';
import { call } from '../api/api-client.ts';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { isDemoMode, setDemoMode } from '../demo-mode.ts';
import {
  clearToken,
  dropToken,
  getSession,
  getToken,
  lastEndReason,
  reloadSession,
  storeToken,
} from './session.ts';
import { renewToken, tokenForCall } from './token-renewal.ts';

const refresh = 'POST /auth/refresh';
const upgrade = 'POST /user/upgrade_token';
const sessions = 'GET /user/sessions';

const lifetime = 900;
let count = 0;

/** Returns a response with a new token, which differs on each call. */
function tokenResponse(claims: Parameters<typeof testToken>[0] = {}) {
  count += 1;
  const iat = 1_800_000_000 + count;
  const access_token = testToken({ iat, exp: iat + lifetime, ...claims });
  return { access_token, token_type: 'bearer', expires_in: lifetime } as const;
}

/** A session whose access token is gone, as after a reload. */
function signInWithoutToken(): void {
  signIn();
  dropToken(getToken() ?? '');
}

/** Stands in for another tab of the app. */
const otherTab = () => new BroadcastChannel('cairn-token');

test('nothing in the storage can be used to sign in', () => {
  signIn();
  expect(getToken()).toContain('.signature');
  const stored = JSON.stringify({ ...localStorage });
  expect(stored).toContain(testEmail);
  expect(stored).not.toContain('signature');
});

test('a clock that is wrong by a year does not make a token expired', () => {
  const iat = Math.floor(Date.now() / 1000) - 365 * 86_400;
  storeToken(testToken({ iat, exp: iat + lifetime }));
  expect(getToken()).not.toBeNull();
});

test('calls that are made before there is a token share one refresh', async () => {
  signInWithoutToken();
  fakeServer.respond(refresh, () => tokenResponse());
  fakeServer.respond(sessions, { sessions: [] });
  await Promise.all([call(sessions), call(sessions), call(sessions)]);
  expect(fakeServer.callsTo(refresh)).toHaveLength(1);
  expect(fakeServer.callsTo(sessions)).toHaveLength(3);
  await call(sessions);
  expect(fakeServer.callsTo(refresh)).toHaveLength(1);
});

test('a public call does not wait for a token', async () => {
  signInWithoutToken();
  fakeServer.respond('POST /user/forgotpwd', { message: 'Sent' });
  await call('POST /user/forgotpwd', { body: { email: testEmail } });
  expect(getToken()).toBeNull();
});

test('a rejected token is replaced once and the call repeated once; then the session ends', async () => {
  signIn();
  fakeServer.respond(refresh, () => tokenResponse());
  fakeServer.reject(sessions, 'unauthenticated', 'Sign in.');
  await expect(call(sessions)).rejects.toThrow('Sign in.');
  expect(fakeServer.callsTo(sessions)).toHaveLength(2);
  expect(fakeServer.callsTo(refresh)).toHaveLength(1);
  expect(getSession()).toBeNull();
  expect(lastEndReason()).toBe('ended');
});

test('a call is never made or repeated as another user', async () => {
  signIn();
  fakeServer.reject(sessions, 'unauthenticated', 'Sign in.');
  fakeServer.respond(refresh, () => tokenResponse({ id: 'user-2', sid: 'session-2' }));
  await expect(call(sessions)).rejects.toThrow('The user changed');
  expect(fakeServer.callsTo(sessions)).toHaveLength(1);
  dropToken(getToken() ?? '');
  fakeServer.respond(refresh, () => tokenResponse());
  await expect(call(sessions)).rejects.toThrow('The user changed');
  expect(fakeServer.callsTo(sessions)).toHaveLength(1);
});

test('a call with a wrong password is not repeated and does not end the session', async () => {
  signIn();
  fakeServer.reject(sessions, 'invalid_credentials', 'Wrong.');
  await expect(call(sessions)).rejects.toThrow('Wrong.');
  expect(fakeServer.callsTo(sessions)).toHaveLength(1);
  expect(getSession()).not.toBeNull();
});

test('a network failure keeps the session, and the next call retries', async () => {
  signInWithoutToken();
  fakeServer.disconnect(refresh);
  await expect(call(sessions)).rejects.toBeInstanceOf(NetworkError);
  expect(getSession()?.claims.username).toBe(testEmail);
  fakeServer.respond(refresh, () => tokenResponse());
  fakeServer.respond(sessions, { sessions: [] });
  await call(sessions);
});

test.each(['unavailable', 'internal', 'too_many_requests'] as const)(
  'a refresh that is rejected with %s does not end the session',
  async (code) => {
    signInWithoutToken();
    fakeServer.reject(refresh, code, 'Later.');
    await expect(call(sessions)).rejects.toBeInstanceOf(ApiError);
    expect(getSession()).not.toBeNull();
  },
);

test('a session that the server has ended is ended in the browser, with the reason', async () => {
  for (const [code, reason] of [
    ['unauthenticated', 'ended'],
    ['session_copied', 'copied'],
  ] as const) {
    signInWithoutToken();
    setDemoMode(true);
    fakeServer.reject(refresh, code, 'Ended.');
    await expect(tokenForCall()).rejects.toThrow('Ended.');
    expect(getSession()).toBeNull();
    expect(lastEndReason()).toBe(reason);
    expect(isDemoMode()).toBe(false);
    expect(localStorage.getItem('session')).toBeNull();
  }
});

test('a user who signs out during a refresh stays signed out', async () => {
  signInWithoutToken();
  fakeServer.respond(refresh, () => tokenResponse());
  const respond = fakeServer.pause(refresh);
  const renewal = renewToken();
  await expect.poll(() => fakeServer.callsTo(refresh).length).toBe(1);
  clearToken('signed-out');
  respond();
  await renewal;
  expect(getSession()).toBeNull();
  expect(getToken()).toBeNull();
});

test('a token that another tab shares is used only if it belongs to the same session', async () => {
  signInWithoutToken();
  const [sender, witness] = [otherTab(), otherTab()];
  const expiresAt = Date.now() + 60_000;
  // The app's own channel is older than the witness, so it gets each message first.
  const delivered = new Promise((resolve) => {
    witness.onmessage = resolve;
  });
  sender.postMessage({ token: 'foreign', sessionId: 'session-2', expiresAt });
  await delivered;
  expect(getToken()).toBeNull();
  sender.postMessage({ token: 'shared', sessionId: 'session-1', expiresAt });
  await expect.poll(getToken).toBe('shared');
  for (const channel of [sender, witness]) channel.close();
});

test('a new token is shared with the other tabs', async () => {
  const channel = otherTab();
  const message = new Promise<MessageEvent>((resolve) => {
    channel.onmessage = resolve;
  });
  signIn();
  expect((await message).data).toMatchObject({ token: getToken(), sessionId: 'session-1' });
  channel.close();
});

test('a page from the back/forward cache notices that another tab signed out', () => {
  signIn();
  localStorage.removeItem('session');
  expect(getSession()).not.toBeNull();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(getSession()).toBeNull();
  expect(getToken()).toBeNull();
});

test('when another user signs in from another tab, the session and its token are replaced', () => {
  signIn();
  const { sid: _sid, ...claims } = getSession()?.claims ?? {};
  localStorage.setItem('session', JSON.stringify({ ...claims, id: 'user-2', sid: 'session-2' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
  expect(getSession()?.claims.id).toBe('user-2');
  expect(getToken()).toBeNull();
});

test.each(['', 'text', '{}', '[]', '{"id":7}'])(
  'malformed stored claims %j do not sign a user in',
  (text) => {
    localStorage.setItem('session', text);
    reloadSession();
    expect(getSession()).toBeNull();
  },
);

/** Stores a token as another program would, and reads it as the app does when it loads. */
function storeAdoptableToken(claims: Parameters<typeof testToken>[0] = {}): string {
  const token = testToken(claims);
  localStorage.setItem('jwt_token', token);
  reloadSession();
  return token;
}

test('a stored token signs the user in at once, is adopted with the first call, and is then removed', async () => {
  storeAdoptableToken();
  expect(getSession()?.claims.username).toBe(testEmail);
  fakeServer.respond(upgrade, () => tokenResponse());
  const token = await tokenForCall();
  expect(token).not.toBeNull();
  expect(localStorage.getItem('jwt_token')).toBeNull();
  expect(JSON.stringify({ ...localStorage })).not.toContain('signature');
  expect(fakeServer.callsTo(upgrade)).toHaveLength(1);
});

test('a stored token is kept for a retry if there is no network', async () => {
  const token = storeAdoptableToken();
  fakeServer.disconnect(upgrade);
  await expect(tokenForCall()).rejects.toBeInstanceOf(NetworkError);
  expect(localStorage.getItem('jwt_token')).toBe(token);
  expect(getSession()).not.toBeNull();
});

test('a stored token is kept if its session belongs to another browser', async () => {
  const stored = storeAdoptableToken({ exp: 1_900_000_000 });
  fakeServer.respond(upgrade, () => tokenResponse({ exp: 1_900_000_000 }));
  expect(await tokenForCall()).not.toBeNull();
  expect(localStorage.getItem('jwt_token')).toBe(stored);
});

test("a rejected stored token is removed, and the browser's own session continues", async () => {
  signInWithoutToken();
  storeAdoptableToken({ id: 'user-2', sid: 'session-2' });
  fakeServer.reject(upgrade, 'unauthenticated', 'Expired.');
  fakeServer.respond(refresh, () => tokenResponse());
  expect(await tokenForCall()).not.toBeNull();
  expect(localStorage.getItem('jwt_token')).toBeNull();
  expect(getSession()?.claims.id).toBe('user-1');
});

test('a rejected stored token signs the user out if there is no other session', async () => {
  storeAdoptableToken();
  fakeServer.reject(upgrade, 'unauthenticated', 'Expired.');
  await expect(tokenForCall()).rejects.toThrow('Expired.');
  expect(getSession()).toBeNull();
  expect(localStorage.getItem('jwt_token')).toBeNull();
});

test('a stored text that is not a token is removed', () => {
  localStorage.setItem('jwt_token', 'abc');
  reloadSession();
  expect(getSession()).toBeNull();
  expect(localStorage.getItem('jwt_token')).toBeNull();
});
