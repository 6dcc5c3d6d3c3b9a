import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { callQuery, queryClient } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.ts';
import { spendOnce, unspend } from '../../platform/spend-code.ts';
import { requestVerification, verifyEmail } from './codes.api.ts';

/** What came of following a mail's link. Of a `lost` try nothing is known: it may be made again. */
export type Verification = 'working' | 'verified' | 'failed' | 'lost';

/**
 * Verifies an address with a mail's code, once; `again` is for a try that got lost. Without a code
 * nothing can be verified.
 */
export function useEmailVerification(code: string | null): {
  verification: Verification;
  again: () => void;
} {
  const [verification, setVerification] = useState<Verification>(code ? 'working' : 'failed');
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is one run.
  useEffect(() => {
    if (!code) return;
    let gone = false;
    spendOnce(code, verify).then(
      () => !gone && setVerification('verified'),
      (error) => {
        const refused = error instanceof ApiError && error.status < 500;
        // Signed out meanwhile: it counts still, once somebody is signed in again.
        if (!refused || error.status === 401) unspend(code);
        if (!gone && !(refused && error.status === 401))
          setVerification(refused ? 'failed' : 'lost');
      },
    );
    return () => {
      gone = true;
    };
  }, [code, tries]);
  const again = useCallback(() => {
    setVerification('working');
    setTries((count) => count + 1);
  }, []);
  return { verification, again };
}

async function verify(code: string): Promise<void> {
  await verifyEmail(code);
  queryClient.invalidateQueries({ queryKey: ['GET /user/me'] });
}

/** Where asking for the verification mail stands. */
export type VerificationRequest =
  | { state: 'init' }
  | { state: 'asking' }
  | { state: 'asked'; instruction: string }
  | { state: 'failed'; message: string };

/** Asks for the mail that verifies the address. */
export function useVerificationRequest(): { request: VerificationRequest; ask: () => void } {
  const [request, setRequest] = useState<VerificationRequest>({ state: 'init' });
  const ask = async () => {
    setRequest({ state: 'asking' });
    try {
      setRequest({ state: 'asked', instruction: await requestVerification() });
    } catch (error) {
      const limited = error instanceof ApiError && error.status === 429;
      setRequest({
        state: 'failed',
        message: limited ? error.message : 'Failure on the server. Please try again later.',
      });
    }
  };
  return { request, ask };
}

/** The address of who is signed in, and whether it is verified: here, or meanwhile on another device. */
export function useOwnEmail(): { email: string; verified: boolean } {
  const claims = useSession()?.claims;
  const { data: me } = useQuery(callQuery('GET /user/me'));
  return {
    email: claims?.username ?? '',
    verified: claims?.email_verified === true || me?.email_verified === true,
  };
}
