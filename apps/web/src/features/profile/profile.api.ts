import type { CallResponse } from '@cairn/contract/calls';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api/api-client.ts';
import { callQuery, queryClient } from '../../platform/api/query-client.ts';
import { clearToken, type SessionEndReason, useSession } from '../../platform/session/session.ts';

/** One entry of the activity log. */
export type ActivityEntry = CallResponse<'GET /user/activity'>['events'][number];
/** What deleting the account deletes and revokes. */
export type Deletion = CallResponse<'GET /user/deletion'>;

/** The signed-in user: the server's data, or the token's until the server responds. */
export interface Profile {
  readonly email: string;
  readonly verified: boolean;
  readonly paid: boolean;
  /** True if the user has a password. False until the server responds. */
  readonly hasPassword: boolean;
  /** True if a second factor is enrolled. False until the server responds. */
  readonly hasSecondFactor: boolean;
  /** True once the server has responded. */
  readonly isLoaded: boolean;
}

/** The signed-in user. Null without a session. */
export function useProfile(): Profile | null {
  const claims = useSession()?.claims;
  const { data } = useQuery({ ...callQuery('GET /user/me'), enabled: claims !== undefined });
  if (claims === undefined) return null;
  // The subscription always comes from the token, because the token decides what the app can fetch.
  const paid = claims.subscription === 'paid';
  if (data?.id !== claims.id) {
    const { username: email, email_verified: verified } = claims;
    return { email, verified, paid, hasPassword: false, hasSecondFactor: false, isLoaded: false };
  }
  return {
    email: data.username,
    verified: data.email_verified,
    paid,
    hasPassword: data.providers.includes('email'),
    hasSecondFactor: data.second_factor,
    isLoaded: true,
  };
}

/** Requests an email change, which takes effect when the emailed link is opened. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: { email: string; password?: string }) => call('POST /user/email', { body }),
    onSuccess: refreshActivity,
  });
}

/** Changes the password. The server ends all other sessions. */
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

/** Requests an email with a link to create a password. */
export function useRequestPasswordEmail() {
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

/** What deleting the account deletes. Always fetched when it is shown. */
export function useDeletion() {
  return useQuery({ ...callQuery('GET /user/deletion'), staleTime: 0, gcTime: 0 });
}

/** Deletes the account and its session, then navigates to the sign-in page, which confirms the deletion. */
export function useDeleteAccount() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: { password?: string }) => call('DELETE /user', { body }),
    onSuccess: () => {
      clearToken('deleted');
      // Another call may have noticed the ended session first, and navigated there with another reason.
      const reason: SessionEndReason = 'deleted';
      navigate(paths.login, { replace: true, state: { reason } });
    },
  });
}

function refreshActivity(): void {
  queryClient.invalidateQueries({ queryKey: ['GET /user/activity'] });
}
