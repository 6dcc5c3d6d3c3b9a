import type { CallReply } from '@cairn/contract/calls';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api-client.ts';
import { callQuery, queryClient } from '../../platform/query-client.ts';
import { clearToken, type SessionEnding, useSession } from '../../platform/session.ts';

/** What the activity log tells of. */
export type ActivityEntry = CallReply<'GET /user/activity'>['events'][number];
/** What deleting the account would delete and revoke. */
export type Deletion = CallReply<'GET /user/deletion'>;

/** Who the profile is of, as the server has it now; until it answers, as the token has it. */
export interface Profile {
  readonly email: string;
  readonly verified: boolean;
  readonly paid: boolean;
  /** Whether there is a password to sign in with. False while nothing is `known`. */
  readonly hasPassword: boolean;
  /** Whether the server has answered. */
  readonly known: boolean;
}

/** The signed-in person, or null when nobody is. */
export function useProfile(): Profile | null {
  const claims = useSession()?.claims;
  const { data } = useQuery({ ...callQuery('GET /user/me'), enabled: claims !== undefined });
  if (claims === undefined) return null;
  // The subscription is the token's: what it opens is what the app shows, until it is refreshed.
  const paid = claims.subscription === 'paid';
  if (data?.id !== claims.id) {
    const { username: email, email_verified: verified } = claims;
    return { email, verified, paid, hasPassword: false, known: false };
  }
  return {
    email: data.username,
    verified: data.email_verified,
    paid,
    hasPassword: data.providers.includes('email'),
    known: true,
  };
}

/** Asks to change the address, which counts once its mail has been followed. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: { email: string; password?: string }) => call('POST /user/email', { body }),
    onSuccess: refreshActivity,
  });
}

/** Changes the password; the server ends every other session. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { current_password: string; password: string }) =>
      call('POST /user/password', { body }),
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ['GET /user/sessions'] });
      refreshActivity();
    },
  });
}

/** Has the mail sent that sets a password, for who has none yet. */
export function useSendPasswordMail() {
  return useMutation({
    mutationFn: (email: string) => call('POST /user/forgotpwd', { body: { email } }),
    onSuccess: refreshActivity,
  });
}

/** The activity log, newest first, page by page. */
export function useActivity() {
  return useInfiniteQuery({
    queryKey: ['GET /user/activity'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /user/activity', { query: pageParam === null ? {} : { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** What deleting the account would delete; asked for when it is about to be shown. */
export function useDeletion() {
  return useQuery({ ...callQuery('GET /user/deletion'), staleTime: 0, gcTime: 0 });
}

/** Deletes the account, and with it the session. The sign-in page says that it is done. */
export function useDeleteAccount() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: { password?: string }) => call('DELETE /user', { body }),
    onSuccess: () => {
      clearToken('deleted');
      // Another call may have found the session gone a moment before, and led there with other words.
      const ending: SessionEnding = 'deleted';
      navigate(paths.login, { replace: true, state: { ending } });
    },
  });
}

function refreshActivity(): void {
  queryClient.invalidateQueries({ queryKey: ['GET /user/activity'] });
}
