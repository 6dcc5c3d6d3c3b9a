import type { CallBody, CallKey, CallParams, CallQuery, CallResponse } from '@cairn/contract/calls';
import { isDemoMode } from '../demo-mode.ts';
import { userTimeZone } from '../formats/time-zone.ts';
import { withRenewalLock } from '../session/renewal-lock.ts';
import {
  clearToken,
  dropToken,
  getSession,
  onSessionChange,
  storeToken,
} from '../session/session.ts';
import { requestStepUp, StepUpCanceled } from '../session/step-up-prompt.ts';
import { tokenForCall } from '../session/token-renewal.ts';
import { ApiError, NetworkError, parseErrorResponse } from './api-error.ts';
import { isFormCall, isPaidCall, isPublicCall } from './call-properties.ts';
import { buildRequest, type CallParts } from './call-request.ts';
import { takeFirstResponse } from './first-responses.ts';
import { withIdempotencyKey } from './idempotency-keys.ts';

/** One option of a call: left out if the call has none, and optional if it requires no fields. */
type Option<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: never }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

/** The options of a call, from the contract. `signal` aborts it. */
export type CallOptions<K extends CallKey> = Option<'body', CallBody<K>> &
  Option<'query', CallQuery<K>> &
  Option<'params', CallParams<K>> & { readonly signal?: AbortSignal };

/** The options as a parameter list: optional if the call requires nothing. */
export type CallArgs<K extends CallKey> =
  Record<never, never> extends CallOptions<K>
    ? [options?: CallOptions<K>]
    : [options: CallOptions<K>];

/**
 * Makes one call of the contract: `call('POST /user/transactions/v2', { body: { page_number: 1 } })`.
 *
 * In demo mode, calls about financial data go to the demo, which rejects changes. Throws
 * {@link ApiError} for a rejected call, {@link NetworkError} if there is no response, and an
 * AbortError if the call was aborted, or if the user or demo mode changed before the response arrived.
 *
 * If the server no longer accepts the token, the call is repeated once with a new token. If the session
 * has ended on the server, it is ended in the browser too, which leads to /login and back.
 *
 * If the call requires a step-up, the user is asked to confirm that it's them, and the call is
 * repeated. Throws {@link StepUpCanceled} if they cancel.
 */
export async function call<K extends CallKey>(
  key: K,
  ...[options]: CallArgs<K>
): Promise<CallResponse<K>> {
  const owner = dataOwner(key);
  const response = await send(key, options);
  const body: unknown = response.status === 204 ? null : await response.json();
  if (dataOwner(key) !== owner) throw new DOMException('The data owner changed', 'AbortError');
  // The server's own tests check its responses against the contract's schemas.
  return body as CallResponse<K>;
}

/** Identifies the user or demo whose data a call returns; '' for calls without financial data. */
const dataOwner = (key: CallKey): string =>
  isPaidCall(key) ? `${isDemoMode()} ${getSession()?.claims.id}` : '';

/** The raw response of a call, for streams and files. Throws as {@link call} does. */
export const send = (
  key: CallKey,
  options: (CallParts & { readonly signal?: AbortSignal }) | undefined,
): Promise<Response> =>
  withIdempotencyKey(
    { key, parts: options ?? {}, userId: getSession()?.claims.id },
    (idempotencyKey) => sendWithToken(key, options, idempotencyKey),
  );

async function sendWithToken(
  key: CallKey,
  options: (CallParts & { readonly signal?: AbortSignal }) | undefined,
  idempotencyKey: string | undefined,
): Promise<Response> {
  // This is decided before the token is renewed, because demo mode may be switched in the meantime.
  const isDemo = isDemoMode() && isPaidCall(key);
  const callToSend = { key, options: options ?? {}, isDemo, idempotencyKey };
  if (isPublicCall(key)) return sendOnce(callToSend, null);
  const userId = getSession()?.claims.id;
  const token = await tokenFor(userId);
  options?.signal?.throwIfAborted();
  try {
    return await sendOnce(callToSend, token);
  } catch (error) {
    if (token === null || !(error instanceof ApiError)) throw error;
    if (error.code === 'step_up_required') return sendAfterStepUp(callToSend, error);
    if (!isTokenRejected(error)) return failAndRefreshSubscription(error);
    dropToken(token);
    return sendOnce(callToSend, await tokenFor(userId)).catch(endRejectedSession);
  }
}

/** Asks the user to confirm that it's them, then makes the call again. Throws {@link StepUpCanceled}. */
async function sendAfterStepUp(
  { key, options, idempotencyKey }: CallToSend,
  { members }: ApiError,
): Promise<Response> {
  const isConfirmed = await requestStepUp(members.factors ?? []);
  options.signal?.throwIfAborted();
  if (!isConfirmed) throw new StepUpCanceled();
  return sendWithToken(key, options, idempotencyKey);
}

/** The token for a call that a user made. Throws an AbortError if the user has changed since. */
async function tokenFor(userId: string | undefined): Promise<string | null> {
  const token = await tokenForCall();
  if (getSession()?.claims.id !== userId) throw new DOMException('The user changed', 'AbortError');
  return token;
}

/** A call to send, with or without a token. */
interface CallToSend {
  readonly key: CallKey;
  readonly options: CallParts & { readonly signal?: AbortSignal };
  readonly isDemo: boolean;
  readonly idempotencyKey: string | undefined;
}

async function sendOnce(
  { key, options, isDemo, idempotencyKey }: CallToSend,
  token: string | null,
): Promise<Response> {
  const { url, init } = buildRequest(key, options, {
    token,
    timeZone: userTimeZone(),
    demo: isDemo,
    form: isFormCall(key),
    idempotencyKey,
  });
  const signal = options.signal ?? null;
  const request = takeFirstResponse(url, init) ?? fetch(url, { ...init, signal });
  const response = await request.catch((cause) => {
    if (signal?.aborted) throw cause;
    throw new NetworkError(cause);
  });
  signal?.throwIfAborted();
  if (response.ok) return response;
  throw await parseErrorResponse(response);
}

/** True if the server didn't accept the token. A wrong password also gets a 401. */
const isTokenRejected = ({ status, code }: ApiError): boolean =>
  status === 401 && code !== 'invalid_credentials';

/** Ends the session in the browser if the server rejects even a new token. Rethrows the error. */
function endRejectedSession(error: unknown): never {
  if (error instanceof ApiError && isTokenRejected(error)) clearToken('ended');
  throw error;
}

/** Refreshes the subscription if the call was rejected because the subscription has ended. Rethrows the error. */
async function failAndRefreshSubscription(error: ApiError): Promise<never> {
  // A free user's token already shows that a subscription is required.
  const isPaid = getSession()?.claims.subscription === 'paid';
  if (isPaid && error.code === 'subscription_required') await refreshSubscription();
  throw error;
}

let claimsChangedAt = Number.NEGATIVE_INFINITY;
onSessionChange(() => {
  claimsChangedAt = Date.now();
});

/** The timestamp at which this tab learned its user's claims. Earlier responses may be out of date. */
export function sessionChangedAt(): number {
  return claimsChangedAt;
}

let runningUpgrade: Promise<void> | undefined;

/**
 * Replaces the token with one that has current claims and the same expiry. Concurrent calls share one request, and a
 * lock allows one tab at a time: the other tabs see the new claims in the storage.
 */
export function upgradeToken(): Promise<void> {
  const before = getSession();
  runningUpgrade ??= withRenewalLock('cairn-token-upgrade', async () => {
    // Another tab has replaced the token, or the user signed out.
    if (before === null || getSession() !== before) return;
    const { access_token } = await call('POST /user/upgrade_token');
    // A user who signed out during the call must not be signed in again.
    if (getSession()?.claims.sid === before.claims.sid) storeToken(access_token);
  }).finally(() => {
    runningUpgrade = undefined;
  });
  return runningUpgrade;
}

let nextRefreshAt = 0;
/** Milliseconds to wait if a new token's subscription still differs from the server's. */
const unchangedTokenDelay = 60_000;

/**
 * The subscription refresh: if the token's subscription differs from the server's, the app gets a new
 * token and restarts at /. If the new token has the same subscription, nothing happens, so
 * there is no reload loop.
 */
export async function refreshSubscription(): Promise<void> {
  const session = getSession();
  if (session === null || Date.now() < nextRefreshAt) return;
  try {
    await upgradeToken();
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) return;
    throw error;
  }
  const renewed = getSession();
  if (renewed === null) return;
  if (renewed.claims.subscription === session.claims.subscription) {
    nextRefreshAt = Date.now() + unchangedTokenDelay;
    return;
  }
  window.location.replace('/');
  // Never resolves: the caller must not render its error while the page reloads.
  await new Promise(() => undefined);
}
