import type { CallBody, CallKey, CallParams, CallQuery, CallResponse } from '@cairn/contract/calls';
import { isDemoMode } from '../demo-mode.ts';
import { userTimeZone } from '../formats/time-zone.ts';
import { withRenewalLock } from '../session/renewal-lock.ts';
import { clearToken, getSession, onSessionChange, storeToken } from '../session/session.ts';
import { requestStepUp, StepUpCanceled } from '../session/step-up-prompt.ts';
import { isExpired } from '../session/token-claims.ts';
import { ApiError, NetworkError, parseErrorResponse } from './api-error.ts';
import { isFormCall, isPaidCall } from './call-properties.ts';
import { buildRequest, type CallParts } from './call-request.ts';
import { takeFirstResponse } from './first-responses.ts';

type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: never }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

/** The options of a call, from the contract. `signal` aborts it. */
export type CallOptions<K extends CallKey> = Part<'body', CallBody<K>> &
  Part<'query', CallQuery<K>> &
  Part<'params', CallParams<K>> & { readonly signal?: AbortSignal };

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
 * AbortError if the call was aborted, or if the user or demo mode changed before the response came.
 * An invalid token is cleared, which leads to /login and back. If the call requires a step-up, the user is asked, and the
 * call is made again; {@link StepUpCanceled} if they cancel.
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
export async function send(
  key: CallKey,
  options: (CallParts & { readonly signal?: AbortSignal }) | undefined,
): Promise<Response> {
  // Decided before the token is renewed: demo mode may be switched meanwhile.
  const demo = isDemoMode() && isPaidCall(key);
  if (key !== 'POST /user/upgrade_token') await renewIfExpired();
  const token = getSession()?.token ?? null;
  const { url, init } = buildRequest(key, options ?? {}, {
    token,
    timeZone: userTimeZone(),
    demo,
    form: isFormCall(key),
  });
  const signal = options?.signal ?? null;
  const request = takeFirstResponse(url, init) ?? fetch(url, { ...init, signal });
  const response = await request.catch((cause) => {
    if (signal?.aborted) throw cause;
    throw new NetworkError(cause);
  });
  signal?.throwIfAborted();
  if (response.ok) return response;
  const error = await parseErrorResponse(response);
  if (error.code === 'step_up_required') return sendAfterStepUp(key, options, error);
  if (token !== null) await handleTokenError(error, token);
  throw error;
}

/** Asks the user to confirm that it's them, then makes the call again. Throws {@link StepUpCanceled}. */
async function sendAfterStepUp(
  key: CallKey,
  options: Parameters<typeof send>[1],
  { members }: ApiError,
): Promise<Response> {
  const isConfirmed = await requestStepUp(members.factors ?? []);
  options?.signal?.throwIfAborted();
  if (!isConfirmed) throw new StepUpCanceled();
  return send(key, options);
}

/** Clears the token if the server no longer accepts it; renews it if the subscription changed. */
async function handleTokenError(error: ApiError, token: string): Promise<void> {
  if (getSession()?.token !== token) return; // Renewed or signed out meanwhile.
  if (error.status === 401 && error.code !== 'invalid_credentials') clearToken('ended');
  // A free user's token already shows that a subscription is required.
  const paid = getSession()?.claims.subscription === 'paid';
  if (paid && error.code === 'subscription_required') await refreshSubscription();
}

let renewal: Promise<void> | undefined;
let lastStoredAt = Number.NEGATIVE_INFINITY;
/** Milliseconds for which a new token counts as valid even if the device's clock is wrong. */
const renewalCooldown = 10 * 60_000;
onSessionChange(() => {
  lastStoredAt = Date.now();
});

/**
 * Fetches and stores a new token for the session. Concurrent calls share one renewal, and a lock
 * allows one tab at a time: the others find the new token in storage.
 */
export function renewToken(): Promise<void> {
  const before = getSession()?.token;
  renewal ??= withRenewalLock(async () => {
    // Another tab renewed it, or the user signed out.
    if (before === undefined || getSession()?.token !== before) return;
    const { access_token } = await call('POST /user/upgrade_token');
    // Don't sign in again a user who signed out during the call.
    if (getSession()?.token === before) storeToken(access_token);
  }).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** The timestamp at which this tab got its token. Responses from before it may be out of date. */
export function tokenStoredAt(): number {
  return lastStoredAt;
}

/** Milliseconds until the next renewal is allowed; 0 if it is. Counts renewals of all tabs. */
export function timeUntilRenewalAllowed(now: number): number {
  return Math.max(0, lastStoredAt + renewalCooldown - now);
}

/** Renews an expired token first, so that a device waking from sleep isn't signed out. */
async function renewIfExpired(): Promise<void> {
  const session = getSession();
  if (session === null || timeUntilRenewalAllowed(Date.now()) > 0) return;
  if (isExpired(session.claims, Date.now())) await renewToken();
}

let nextRefreshAt = 0;
/** Milliseconds to wait if a new token still differs from the server's subscription. */
const unchangedTokenDelay = 60_000;

/**
 * The subscription refresh: if the token's subscription differs from the server's, a new token is
 * stored and the app restarts at /. If the new token has the same subscription, nothing happens, so
 * there is no reload loop.
 */
export async function refreshSubscription(): Promise<void> {
  const session = getSession();
  if (session === null || Date.now() < nextRefreshAt) return;
  try {
    await renewToken();
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
