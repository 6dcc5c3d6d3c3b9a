import { useEffect, useState } from 'react';
import { spendOnce } from '../../platform/spend-code.ts';
import { linkExchange } from './crypto.api.ts';
import { cryptoCopy } from './crypto.copy.ts';

/** The query parameters of the exchange's OAuth callback. */
export interface Brought {
  readonly code: string | null;
  readonly state: string | null;
  readonly error: string | null;
}

/** The result of the redirect to the exchange. */
export type ExchangeReturn =
  | { outcome: 'linked' }
  /** The user denied access. */
  | { outcome: 'denied' }
  | { outcome: 'failed'; detail: string }
  /** The page was opened without parameters, or reloaded. */
  | { outcome: 'nothing' };

/** Completes the redirect once, even if the component mounts twice. Null until it is complete. */
export function useExchangeReturn({ code, state, error }: Brought): ExchangeReturn | null {
  const [result, setResult] = useState<ExchangeReturn | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const completed = spendOnce(`exchange ${code} ${state} ${error}`, () =>
      completeRedirect({ code, state, error }),
    );
    completed.then((outcome) => !isUnmounted && setResult(outcome));
    return () => {
      isUnmounted = true;
    };
  }, [code, state, error]);
  return result;
}

async function completeRedirect({ code, state, error }: Brought): Promise<ExchangeReturn> {
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
