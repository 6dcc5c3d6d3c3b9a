import type { CallKey } from '@cairn/contract/calls';
import type { CallOptions } from './api-client.ts';

/** A call of the contract and its options. */
export type FirstCall = { [K in CallKey]: readonly [K, CallOptions<K>?] }[CallKey];

/**
 * Responses to calls that first-load/ made before the app's scripts were loaded. The app uses each one
 * instead of making the same call. They are stored on `window`, because the two are separate scripts.
 */
declare global {
  interface Window {
    /** The calls that are made, or will be once there is a token. */
    firstCalls?: readonly FirstCall[];
    firstResponses?: Map<
      string,
      { readonly call: FirstCall; readonly response: Promise<Response> }
    >;
  }
}

/** Milliseconds since the page was opened. A response that was not taken by then is out of date. */
const lifetime = 30_000;

/** Plans calls, which first-load/ makes as soon as there is a token. */
export function planFirstCalls(calls: readonly FirstCall[]): void {
  window.firstCalls = calls;
}

/** Makes a call whose response the app will use. */
export function requestFirstResponse(call: FirstCall, url: string, init: RequestInit): void {
  const response = fetch(url, init);
  // The app handles the error when it takes the response.
  response.catch(() => undefined);
  window.firstResponses ??= new Map();
  window.firstResponses.set(requestKey(url, init), { call, response });
}

/** The response to the same call, or undefined if it was not made or was already taken. */
export function takeFirstResponse(url: string, init: RequestInit): Promise<Response> | undefined {
  if (typeof window === 'undefined') return undefined;
  const key = requestKey(url, init);
  const response = window.firstResponses?.get(key)?.response;
  window.firstResponses?.delete(key);
  return performance.now() < lifetime ? response : undefined;
}

/** The planned calls. Returns none the second time, or after {@link dropFirstResponses}. */
export function takeFirstCalls(): readonly FirstCall[] {
  const { firstCalls = [] } = window;
  delete window.firstCalls;
  return firstCalls;
}

/** Drops the responses that were not taken, and cancels the planned calls, because the data has changed. */
export function dropFirstResponses(): void {
  if (typeof window === 'undefined') return;
  delete window.firstCalls;
  delete window.firstResponses;
}

/** Equal for equal calls of the same user. */
const requestKey = (url: string, { method, headers, body }: RequestInit): string =>
  JSON.stringify([method, url, [...new Headers(headers)], body ?? null]);
