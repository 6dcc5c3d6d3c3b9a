import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { spendOnce } from '../../platform/spend-code.ts';
import type { AppleJourney } from './apple-journey.ts';
import { linkApple, signInWithAppleCode } from './codes.api.ts';
import { takeAppleJourney } from './take-apple-journey.ts';

/** What came of a trip to Apple. `detail`: why it failed, where the server has more to say. */
export type AppleReturn =
  | { state: 'done'; journey: AppleJourney }
  | { state: 'failed'; journey: AppleJourney; detail: string | null };

/** Brings the trip to its end with the code that Apple's answer is kept under; null while it lasts. */
export function useAppleReturn(code: string | null, error: string | null): AppleReturn | null {
  const [end, setEnd] = useState<AppleReturn | null>(null);
  useEffect(() => {
    let gone = false;
    // Without a code there is an error, or nothing at all: then it was opened by hand or again.
    const ended = spendOnce(code ?? `error ${error}`, () =>
      code === null ? endOfFailed(error) : endOf(code),
    );
    ended.then((outcome) => !gone && setEnd(outcome));
    return () => {
      gone = true;
    };
  }, [code, error]);
  return end;
}

async function endOf(code: string): Promise<AppleReturn> {
  const journey = takeAppleJourney();
  try {
    await (journey.purpose === 'link' ? linkApple(code) : signInWithAppleCode(code));
    return { state: 'done', journey };
  } catch (error) {
    const refused = error instanceof ApiError && error.status < 500;
    return { state: 'failed', journey, detail: refused ? error.message : null };
  }
}

/** What the server says of a trip that brought no code. */
const errorDetails: Readonly<Record<string, string>> = {
  cancelled: 'You cancelled at Apple. Nothing has changed.',
  expired: 'It took too long, or began in another browser.',
};

async function endOfFailed(error: string | null): Promise<AppleReturn> {
  return {
    state: 'failed',
    journey: takeAppleJourney(),
    detail: (error !== null && errorDetails[error]) || null,
  };
}
