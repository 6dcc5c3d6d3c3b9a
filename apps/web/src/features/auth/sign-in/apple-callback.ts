import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { sendCodeOnce } from '../../../platform/session/one-time-code.ts';
import { authCopy } from '../auth.copy.ts';
import { linkApple, signInWithAppleCode } from '../codes/one-time-codes.api.ts';
import type { AppleRedirect } from './apple-redirect.ts';
import { consumeAppleRedirect } from './consume-apple-redirect.ts';

/** The result of a redirect to Apple. `detail` is the reason for a failure, if there is one to show. */
export type AppleCallbackResult =
  | { state: 'done'; redirect: AppleRedirect }
  /** The sign-in page asks for the second factor. */
  | { state: 'second-factor'; redirect: AppleRedirect }
  /** The user canceled at Apple. */
  | { state: 'canceled'; redirect: AppleRedirect }
  | { state: 'failed'; redirect: AppleRedirect; detail: string | null };

/**
 * Completes the redirect with the one-time code that Apple's response is stored under. Null until it is
 * complete.
 */
export function useAppleCallback(
  code: string | null,
  error: string | null,
): AppleCallbackResult | null {
  const [result, setResult] = useState<AppleCallbackResult | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    // Without a code there is an error, or neither if the page was reloaded or opened directly.
    const completed = sendCodeOnce(code ?? `error ${error}`, () =>
      code === null ? failRedirect(error) : completeRedirect(code),
    );
    completed.then((outcome) => !isUnmounted && setResult(outcome));
    return () => {
      isUnmounted = true;
    };
  }, [code, error]);
  return result;
}

async function completeRedirect(code: string): Promise<AppleCallbackResult> {
  const redirect = consumeAppleRedirect();
  try {
    if (redirect.purpose === 'sign-in') return { state: await signInWithAppleCode(code), redirect };
    await linkApple(code);
    return { state: 'done', redirect };
  } catch (error) {
    const isRejected = error instanceof ApiError && error.status < 500;
    return { state: 'failed', redirect, detail: isRejected ? error.message : null };
  }
}

/** Handles the server's `error` parameter. */
async function failRedirect(error: string | null): Promise<AppleCallbackResult> {
  const redirect = consumeAppleRedirect();
  if (error === 'cancelled') return { state: 'canceled', redirect };
  return { state: 'failed', redirect, detail: error === 'expired' ? authCopy.apple.expired : null };
}
