/*
 * Runs before the first paint and before the app's scripts, which take much longer to load. It applies
 * the theme, and requests what the screen at this address will need: its files and its data. The build
 * makes it a script of its own (bundling/first-load-script.ts).
 */
import { buildRequest, type CallParts } from '../platform/api/call-request.ts';
import {
  type FirstCall,
  planFirstCalls,
  requestFirstResponse,
} from '../platform/api/first-responses.ts';
import { readStored, storageKeys } from '../platform/browser/storage.ts';
import { userTimeZone } from '../platform/formats/time-zone.ts';
import { readStoredSession } from '../platform/session/stored-session.ts';
import { readToken, requestToken, tokenLock } from '../platform/session/token-request.ts';
import { financialCalls, publicCalls, userCalls } from './first-calls.ts';
import { type ScreenFiles, screenFilesAt } from './screen-files.ts';

/** Inserted by the build. */
declare const SCREEN_FILES: readonly ScreenFiles[];

const theme = readStored(storageKeys.theme);
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const session = readStoredSession();
const signedIn = session !== null;
const demo = readStored(storageKeys.demoMode) === 'true';
const hasData = demo || session?.subscription === 'paid';
const { pathname, search } = window.location;
const timeZone = userTimeZone();

for (const href of screenFilesAt(SCREEN_FILES, pathname, signedIn)) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  // Must match how the app's own imports are requested, or the file would be loaded twice.
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

request(publicCalls, null);
// With query parameters, the screen's calls have other options than the ones listed.
const dataCalls = hasData ? financialCalls(search === '' ? pathname : '') : [];
if (signedIn) {
  planFirstCalls([...publicCalls, ...userCalls, ...dataCalls]);
  window.firstToken = requestFirstToken();
  // The app handles the error when it takes the response.
  window.firstToken.catch(() => undefined);
}

/** Requests the token, and makes the user's calls with it before the app can. */
async function requestFirstToken(): Promise<Response> {
  const response =
    'locks' in navigator
      ? await navigator.locks.request(tokenLock, requestToken)
      : await requestToken();
  if (response.ok) {
    const token = await readToken(response.clone());
    request(userCalls, token);
    request(dataCalls, token, demo);
  }
  return response;
}

function request(calls: readonly FirstCall[], token: string | null, isDemo = false): void {
  for (const call of calls) {
    const [key, options = {}] = call;
    const parts: CallParts = options;
    const { url, init } = buildRequest(key, parts, { token, timeZone, demo: isDemo, form: false });
    requestFirstResponse(call, url, init);
  }
}
