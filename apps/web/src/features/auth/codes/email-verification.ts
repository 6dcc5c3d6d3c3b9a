import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { callQuery, queryClient } from '../../../platform/api/query-client.ts';
import { allowResend, sendCodeOnce } from '../../../platform/session/one-time-code.ts';
import { useSession } from '../../../platform/session/session.ts';
import { authCopy } from '../auth.copy.ts';
import { requestVerification, verifyEmail } from './one-time-codes.api.ts';

/** The state of verifying an address. `unknown`: no response or a server error, so it can be retried. */
export type Verification = 'working' | 'verified' | 'failed' | 'unknown';

/**
 * Verifies an address with the code from an email, once. `retry` repeats an attempt that got no response. Fails
 * without a code.
 */
export function useEmailVerification(code: string | null): {
  verification: Verification;
  retry: () => void;
} {
  const [verification, setVerification] = useState<Verification>(code ? 'working' : 'failed');
  const [attempts, setAttempts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt runs the effect once.
  useEffect(() => {
    if (!code) return;
    let isUnmounted = false;
    sendCodeOnce(code, verify).then(
      () => !isUnmounted && setVerification('verified'),
      (error) => {
        const isRejected = error instanceof ApiError && error.status < 500;
        // The code is still valid if the session ended: it can be used after signing in again.
        if (!isRejected || error.status === 401) allowResend(code);
        if (!isUnmounted && !(isRejected && error.status === 401))
          setVerification(isRejected ? 'failed' : 'unknown');
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [code, attempts]);
  const retry = useCallback(() => {
    setVerification('working');
    setAttempts((count) => count + 1);
  }, []);
  return { verification, retry };
}

async function verify(code: string): Promise<void> {
  await verifyEmail(code);
  queryClient.invalidateQueries({ queryKey: ['GET /user/me'] });
}

/** The state of requesting the verification email. */
export type VerificationRequest =
  | { state: 'init' }
  | { state: 'sending' }
  | { state: 'sent'; instruction: string }
  | { state: 'failed'; message: string };

/** Requests the verification email. */
export function useVerificationRequest(): { request: VerificationRequest; send: () => void } {
  const [request, setRequest] = useState<VerificationRequest>({ state: 'init' });
  const send = async () => {
    setRequest({ state: 'sending' });
    try {
      setRequest({ state: 'sent', instruction: await requestVerification() });
    } catch (error) {
      const isRateLimited = error instanceof ApiError && error.status === 429;
      setRequest({
        state: 'failed',
        message: isRateLimited ? error.message : authCopy.verification.failed,
      });
    }
  };
  return { request, send };
}

/** The signed-in user's address, and whether it has been verified, on this or another device. */
export function useUserEmail(): { email: string; verified: boolean } {
  const claims = useSession()?.claims;
  const { data: me } = useQuery(callQuery('GET /user/me'));
  return {
    email: claims?.username ?? '',
    verified: claims?.email_verified === true || me?.email_verified === true,
  };
}
