import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { sendCodeOnce } from '../../../platform/session/one-time-code.ts';
import type { SignInResult } from '../auth.api.ts';
import { authCopy } from '../auth.copy.ts';
import { consumeProviderRedirect } from './consume-provider-redirect.ts';
import type { ProviderRedirect } from './provider-redirect.ts';

/** A provider's response, and the calls that complete it. */
export interface ProviderResponse {
  /** The one-time code; null if there is none. */
  code: string | null;
  /** Why there is no code. */
  error: string | null;
  signIn(): Promise<SignInResult>;
  link(): Promise<void>;
}

/** The result of a redirect to a provider. `detail` is the reason for a failure, if there is one to show. */
export type ProviderCallbackResult =
  | { state: 'done'; redirect: ProviderRedirect }
  /** The sign-in page asks for the second factor. */
  | { state: 'second-factor'; redirect: ProviderRedirect }
  /** The user canceled at the provider. */
  | { state: 'canceled'; redirect: ProviderRedirect }
  | { state: 'failed'; redirect: ProviderRedirect; detail: string | null };

/** The `error` values that mean that the user canceled: from our server for Apple, and from RFC 6749, 4.1.2.1. */
const cancellations = new Set(['cancelled', 'access_denied']);

/** Completes the redirect with the response, once per page load. Null until it is complete. */
export function useProviderCallback(response: ProviderResponse): ProviderCallbackResult | null {
  const [result, setResult] = useState<ProviderCallbackResult | null>(null);
  // The response of the first render: its code is about to be removed from the URL.
  const { current: firstResponse } = useRef(response);
  useEffect(() => {
    let isUnmounted = false;
    const { code, error } = firstResponse;
    // If the page was reloaded or opened directly, there is neither a code nor an error.
    const completed = sendCodeOnce(code ?? `error ${error}`, () =>
      code === null ? resultWithoutCode(error) : completeRedirect(firstResponse),
    );
    completed.then((outcome) => !isUnmounted && setResult(outcome));
    return () => {
      isUnmounted = true;
    };
  }, [firstResponse]);
  return result;
}

async function completeRedirect(response: ProviderResponse): Promise<ProviderCallbackResult> {
  const redirect = consumeProviderRedirect();
  try {
    if (redirect.purpose === 'sign-in') return { state: await response.signIn(), redirect };
    await response.link();
    return { state: 'done', redirect };
  } catch (error) {
    const isRejected = error instanceof ApiError && error.status < 500;
    return { state: 'failed', redirect, detail: isRejected ? error.message : null };
  }
}

/** The result of a redirect that returned without a code, by its `error` parameter. */
async function resultWithoutCode(error: string | null): Promise<ProviderCallbackResult> {
  const redirect = consumeProviderRedirect();
  if (error !== null && cancellations.has(error)) return { state: 'canceled', redirect };
  return {
    state: 'failed',
    redirect,
    detail: error === 'expired' ? authCopy.redirectExpired : null,
  };
}
