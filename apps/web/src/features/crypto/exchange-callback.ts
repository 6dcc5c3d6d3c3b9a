import { useEffect, useState } from 'react';
import { sendCodeOnce } from '../../platform/session/one-time-code.ts';
import { linkExchange } from './crypto.api.ts';
import { cryptoCopy } from './crypto.copy.ts';

/** The query parameters of the exchange's OAuth callback. */
export interface ExchangeCallbackParams {
  readonly code: string | null;
  readonly state: string | null;
  readonly error: string | null;
}

/** The result of the redirect to the exchange. */
export type ExchangeCallbackResult =
  | { outcome: 'linked' }
  /** The user denied access. */
  | { outcome: 'denied' }
  | { outcome: 'failed'; detail: string }
  /** The page was opened without parameters, or reloaded. */
  | { outcome: 'nothing' };

/**
 * Completes the redirect once, even if the component mounts twice. Null until the server has responded. Without a
 * code there is nothing to complete, so the result is immediate.
 */
export function useExchangeCallback({
  code,
  state,
  error,
}: ExchangeCallbackParams): ExchangeCallbackResult | null {
  const immediate = resultWithoutCode({ code, state, error });
  const [result, setResult] = useState<ExchangeCallbackResult | null>(null);
  useEffect(() => {
    if (error !== null || code === null || state === null) return;
    let isUnmounted = false;
    const completed = sendCodeOnce(`exchange ${code} ${state}`, () => completeLink(code, state));
    completed.then((outcome) => !isUnmounted && setResult(outcome));
    return () => {
      isUnmounted = true;
    };
  }, [code, state, error]);
  return immediate ?? result;
}

/** The result of a redirect without a code, or null if it has a code. */
function resultWithoutCode({
  code,
  state,
  error,
}: ExchangeCallbackParams): ExchangeCallbackResult | null {
  if (error === 'access_denied') return { outcome: 'denied' };
  if (error !== null) return { outcome: 'failed', detail: cryptoCopy.callback.notCompleted };
  return code === null || state === null ? { outcome: 'nothing' } : null;
}

async function completeLink(code: string, state: string): Promise<ExchangeCallbackResult> {
  try {
    await linkExchange(code, state);
    return { outcome: 'linked' };
  } catch (failure) {
    return { outcome: 'failed', detail: failure instanceof Error ? failure.message : '' };
  }
}
