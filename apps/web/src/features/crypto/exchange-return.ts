import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { spendOnce } from '../../platform/spend-code.ts';
import { linkExchange } from './crypto.api.ts';

/** What the exchange sent the browser back with. */
export interface Brought {
  readonly code: string | null;
  readonly state: string | null;
  readonly error: string | null;
}

/** What came of a trip to the exchange. */
export type ExchangeReturn =
  | { outcome: 'linked' }
  /** The person said no there. */
  | { outcome: 'denied' }
  | { outcome: 'failed'; detail: string }
  /** The address was opened by hand, or again. */
  | { outcome: 'nothing' };

/** Brings the trip to its end, once however often it is mounted; null while it lasts. */
export function useExchangeReturn({ code, state, error }: Brought): ExchangeReturn | null {
  const [end, setEnd] = useState<ExchangeReturn | null>(null);
  useEffect(() => {
    let gone = false;
    const ended = spendOnce(`exchange ${code} ${state} ${error}`, () =>
      endOf({ code, state, error }),
    );
    ended.then((outcome) => !gone && setEnd(outcome));
    return () => {
      gone = true;
    };
  }, [code, state, error]);
  return end;
}

async function endOf({ code, state, error }: Brought): Promise<ExchangeReturn> {
  if (error === 'access_denied') return { outcome: 'denied' };
  if (error !== null) return { outcome: 'failed', detail: 'It was not completed there.' };
  if (code === null || state === null) return { outcome: 'nothing' };
  try {
    await linkExchange(code, state);
    return { outcome: 'linked' };
  } catch (failure) {
    const known = failure instanceof ApiError || failure instanceof Error;
    return { outcome: 'failed', detail: known ? failure.message : '' };
  }
}
