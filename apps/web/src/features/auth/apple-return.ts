import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { spendOnce } from '../../platform/spend-code.ts';
import type { AppleJourney } from './apple-journey.ts';
import { authCopy } from './auth.copy.ts';
import { linkApple, signInWithAppleCode } from './codes.api.ts';
import { takeAppleJourney } from './take-apple-journey.ts';

/** The result of a redirect to Apple. `detail` is the reason for a failure, if there is one to show. */
export type AppleReturn =
  | { state: 'done'; redirect: AppleJourney }
  | { state: 'failed'; redirect: AppleJourney; detail: string | null };

/**
 * Completes the redirect with the one-time code that Apple's response is stored under. Null until it is
 * complete.
 */
export function useAppleReturn(code: string | null, error: string | null): AppleReturn | null {
  const [result, setResult] = useState<AppleReturn | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    // Without a code there is an error, or neither if the page was reloaded or opened directly.
    const completed = spendOnce(code ?? `error ${error}`, () =>
      code === null ? failRedirect(error) : completeRedirect(code),
    );
    completed.then((outcome) => !isUnmounted && setResult(outcome));
    return () => {
      isUnmounted = true;
    };
  }, [code, error]);
  return result;
}

async function completeRedirect(code: string): Promise<AppleReturn> {
  const redirect = takeAppleJourney();
  try {
    await (redirect.purpose === 'link' ? linkApple(code) : signInWithAppleCode(code));
    return { state: 'done', redirect };
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500;
    return { state: 'failed', redirect, detail: isRefused ? error.message : null };
  }
}

/** Details by the server's `error` parameter. */
const errorDetails: Readonly<Record<string, string>> = {
  cancelled: authCopy.apple.canceled,
  expired: authCopy.apple.expired,
};

async function failRedirect(error: string | null): Promise<AppleReturn> {
  return {
    state: 'failed',
    redirect: takeAppleJourney(),
    detail: (error !== null && errorDetails[error]) || null,
  };
}
