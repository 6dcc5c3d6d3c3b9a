import type { CallBody, CallKey, CallParams, CallQuery, CallReply } from '@cairn/contract/calls';
import { ApiError, errorOfReply, NetworkFailure } from './api-error.ts';
import { buildRequest, type CallParts } from './call-request.ts';
import { isDemoMode } from './demo-mode.ts';
import { clearToken, getSession, onSessionChange, storeToken } from './session.ts';
import { takeTurns } from './take-turns.ts';
import { userTimeZone } from './time-zone.ts';
import { isExpired } from './token-claims.ts';

type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: never }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

/** What a call must be given, from the contract; `signal` gives the call up. */
export type CallOptions<K extends CallKey> = Part<'body', CallBody<K>> &
  Part<'query', CallQuery<K>> &
  Part<'params', CallParams<K>> & { readonly signal?: AbortSignal };

/** The options of a call, which may be left out where the call needs none. */
export type CallArguments<K extends CallKey> =
  Record<never, never> extends CallOptions<K>
    ? [options?: CallOptions<K>]
    : [options: CallOptions<K>];

const isAboutMoney = (key: CallKey): boolean =>
  __PAID_PATHS__.some((start) => key.includes(` ${start}`));
const formCalls = new Set(__FORM_CALLS__);

/**
 * Makes one call of the contract: `call('POST /user/transactions/v2', { body: { page_number: 1 } })`.
 *
 * In demo mode every call about money goes to the demo person's rows, where what would change
 * something is refused. A refused call throws {@link ApiError}, one without an answer
 * {@link NetworkFailure}, one given up an AbortError; so does one whose answer comes when somebody
 * else's money is shown. A token that is no longer good is cleared, which leads to /login and from
 * there back.
 */
export async function call<K extends CallKey>(
  key: K,
  ...[options]: CallArguments<K>
): Promise<CallReply<K>> {
  const wanted = whoseMoney(key);
  const reply = await send(key, options);
  const body: unknown = reply.status === 204 ? null : await reply.json();
  if (whoseMoney(key) !== wanted) throw new DOMException('No longer wanted', 'AbortError');
  // The server's replies are held to the contract's schemas by its own tests.
  return body as CallReply<K>;
}

/** Whose money a call made now is about; the same for all calls that are about none. */
const whoseMoney = (key: CallKey): string =>
  isAboutMoney(key) ? `${isDemoMode()} ${getSession()?.claims.id}` : '';

/** The raw reply of a call, for streams and files; refused ones throw as {@link call} does. */
export async function send(
  key: CallKey,
  options: (CallParts & { readonly signal?: AbortSignal }) | undefined,
): Promise<Response> {
  // Where it was meant to go when it was made, whatever is switched while the token is renewed.
  const demo = isDemoMode() && isAboutMoney(key);
  if (key !== 'POST /user/upgrade_token') await renewIfEnded();
  const token = getSession()?.token ?? null;
  const { url, init } = buildRequest(key, options ?? {}, {
    token,
    timeZone: userTimeZone(),
    demo,
    form: formCalls.has(key),
  });
  const reply = await fetch(url, { ...init, signal: options?.signal ?? null }).catch((cause) => {
    if (options?.signal?.aborted) throw cause;
    throw new NetworkFailure(cause);
  });
  if (reply.ok) return reply;
  const error = await errorOfReply(reply);
  if (token !== null) await noteRefusal(error, token);
  throw error;
}

/** What a refusal says about the token it was sent with. */
async function noteRefusal(error: ApiError, token: string): Promise<void> {
  if (getSession()?.token !== token) return; // Renewed or signed out meanwhile: says nothing new.
  if (error.status === 401 && error.code !== 'invalid_credentials') clearToken('ended');
  // To who is free by their own token it says nothing new.
  const paid = getSession()?.claims.subscription === 'paid';
  if (paid && error.code === 'subscription_required') await refreshSubscription();
}

let renewing: Promise<void> | undefined;
let tokenTakenAt = Number.NEGATIVE_INFINITY;
/** A new token is trusted for this long whatever the device's clock makes of it. */
const trustedFor = 10 * 60_000;
onSessionChange(() => {
  tokenTakenAt = Date.now();
});

/**
 * A new token for the same session, stored. Calls that come together share one renewal, and tabs
 * take turns: one that waited finds the new token in storage.
 */
export function renewToken(): Promise<void> {
  const before = getSession()?.token;
  renewing ??= takeTurns(async () => {
    // Renewed by the tab before this one, or signed out.
    if (before === undefined || getSession()?.token !== before) return;
    const { access_token } = await call('POST /user/upgrade_token');
    // Who signed out while it was on its way stays signed out.
    if (getSession()?.token === before) storeToken(access_token);
  }).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** When this tab came by the token it has; what the server said before may be older than the token. */
export function tokenSince(): number {
  return tokenTakenAt;
}

/** Milliseconds until the next renewal is worth a try: longer than 0 just after one, in any tab. */
export function renewalPause(now: number): number {
  return Math.max(0, tokenTakenAt + trustedFor - now);
}

/** A device that slept through the token's end first renews it, so that waking up signs nobody out. */
async function renewIfEnded(): Promise<void> {
  const session = getSession();
  if (session === null || renewalPause(Date.now()) > 0) return;
  if (isExpired(session.claims, Date.now())) await renewToken();
}

let refreshAgainAt = 0;
/** A server whose new token contradicts it is not asked for another one for this long. */
const disagreementPause = 60_000;

/**
 * The spec's subscription refresh: when the token says another subscription than the server does, a
 * new token is stored and the app starts again at /. A new token that says the same leaves everything
 * as it is, so it can't go round in circles.
 */
export async function refreshSubscription(): Promise<void> {
  const session = getSession();
  if (session === null || Date.now() < refreshAgainAt) return;
  try {
    await renewToken();
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkFailure) return;
    throw error;
  }
  const renewed = getSession();
  if (renewed === null) return;
  if (renewed.claims.subscription === session.claims.subscription) {
    refreshAgainAt = Date.now() + disagreementPause;
    return;
  }
  window.location.replace('/');
  // Nobody draws the refusal that led here on a page that is going away.
  await new Promise(() => undefined);
}
