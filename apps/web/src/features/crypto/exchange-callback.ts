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

/** Completes the redirect once, even if the component mounts twice. Null until it is complete. */
export function useExchangeCallback({
  code,
  state,
  error,
}: ExchangeCallbackParams): ExchangeCallbackResult | null {
  const [result, setResult] = useState<ExchangeCallbackResult | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const completed = sendCodeOnce(`exchange ${code} ${state} ${error}`, () =>
      completeRedirect({ code, state, error }),
    );
    completed.then((outcome) => !isUnmounted && setResult(outcome));
    return () => {
      isUnmounted = true;
    };
  }, [code, state, error]);
  return result;
}

async function completeRedirect({
  code,
  state,
  error,
}: ExchangeCallbackParams): Promise<ExchangeCallbackResult> {
  if (error === 'access_denied') return { outcome: 'denied' };
  if (error !== null) return { outcome: 'failed', detail: cryptoCopy.callback.notCompleted };
  if (code === null || state === null) return { outcome: 'nothing' };
  try {
    await linkExchange(code, state);
    return { outcome: 'linked' };
  } catch (failure) {
    return { outcome: 'failed', detail: failure instanceof Error ? failure.message : '' };
  }
}
