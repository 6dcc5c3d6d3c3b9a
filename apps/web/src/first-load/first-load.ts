/*
 * Runs before the first paint and before the app's scripts, which take much longer to load. It applies
 * the theme, and requests what the screen at this address will need: its files and its data. The build
 * makes it a script of its own (bundling/first-load-script.ts).
 */
import { buildRequest, type CallParts } from '../platform/api/call-request.ts';
import { type FirstCall, requestFirstResponse } from '../platform/api/first-responses.ts';
import { readStored, storageKeys } from '../platform/browser/storage.ts';
import { userTimeZone } from '../platform/formats/time-zone.ts';
import { decodeClaims, isExpired } from '../platform/session/token-claims.ts';
import { financialCalls, publicCalls, userCalls } from './first-calls.ts';
import { type ScreenFiles, screenFilesAt } from './screen-files.ts';

/** Inserted by the build. */
declare const SCREEN_FILES: readonly ScreenFiles[];

const theme = readStored(storageKeys.theme);
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const storedToken = readStored(storageKeys.token);
const claims = storedToken === null ? null : decodeClaims(storedToken);
// An expired token is renewed first, by the app.
const token = claims === null || isExpired(claims, Date.now()) ? null : storedToken;
const demo = readStored(storageKeys.demoMode) === 'true';
const hasData = token !== null && (demo || claims?.subscription === 'paid');
const { pathname, search } = window.location;
const timeZone = userTimeZone();

for (const href of screenFilesAt(SCREEN_FILES, pathname, token !== null)) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  // As the app's own imports are requested; otherwise the file would be loaded twice.
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

request(publicCalls);
if (token !== null) request(userCalls);
// With parameters, the screen's calls have other options.
if (hasData) request(financialCalls(search === '' ? pathname : ''), demo);

function request(calls: readonly FirstCall[], isDemo = false): void {
  for (const call of calls) {
    const [key, options = {}] = call;
    const parts: CallParts = options;
    const { url, init } = buildRequest(key, parts, { token, timeZone, demo: isDemo, form: false });
    requestFirstResponse(call, url, init);
  }
}
