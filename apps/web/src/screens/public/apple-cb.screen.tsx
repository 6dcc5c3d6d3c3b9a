import { useEffect, useState } from 'react';
import { type NavigateFunction, useNavigate, useSearchParams } from 'react-router';
import { useAppleCallback } from '../../features/auth/sign-in/apple-callback.ts';
import type { AppleRedirect } from '../../features/auth/sign-in/apple-redirect.ts';
import type { LoginState } from '../../features/auth/sign-in/login-note.tsx';
import { paths } from '../../paths.ts';
import { loginPathTo, safeReturnPath } from '../../platform/session/return-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { entryCopy } from '../entry.copy.ts';
import { EntryOutcome, EntryWait } from '../frame/pages/entry-outcome.tsx';
import { EntryPage } from '../frame/pages/entry-page.tsx';

/** Apple's redirect URI, for signing in and for linking Apple. */
export function Component() {
  const [query] = useSearchParams();
  // Kept in state, because the code is removed from the URL before it is used.
  const [{ code, error }] = useState({ code: query.get('code'), error: query.get('error') });
  const navigate = useNavigate();
  const result = useAppleCallback(code, error);
  useEffect(() => {
    if (query.size > 0) navigate(paths.appleCallback, { replace: true });
  }, [query, navigate]);
  useEffect(() => {
    if (result?.state === 'done') navigateAfterSuccess(result.redirect, navigate);
    if (result?.state === 'canceled') navigateAfterCancel(result.redirect, navigate);
  }, [result, navigate]);
  return (
    <EntryPage>
      <title>{entryCopy.apple.pageTitle}</title>
      {result?.state === 'failed' ? (
        <Failed {...result} />
      ) : (
        <EntryWait title={entryCopy.apple.waitTitle}>{entryCopy.apple.waitDetail}</EntryWait>
      )}
    </EntryPage>
  );
}

function navigateAfterSuccess(redirect: AppleRedirect, navigate: NavigateFunction): void {
  if (redirect.purpose === 'link') {
    showToast({ title: entryCopy.apple.linked, description: entryCopy.apple.linkedDetail });
    navigate(paths.profile, { replace: true });
  } else navigate(safeReturnPath(redirect.next), { replace: true });
}

/** Canceling is a choice, not an error: the user is back where they started. */
function navigateAfterCancel(redirect: AppleRedirect, navigate: NavigateFunction): void {
  if (redirect.purpose === 'link') {
    showToast({ title: entryCopy.apple.notLinked, description: entryCopy.apple.notLinkedDetail });
    navigate(paths.profile, { replace: true });
  } else {
    const state: LoginState = { reason: 'appleCanceled' };
    navigate(loginPathTo(redirect.next), { replace: true, state });
  }
}

function Failed({ redirect, detail }: { redirect: AppleRedirect; detail: string | null }) {
  return (
    <EntryOutcome
      kind="error"
      title={entryCopy.apple.failed}
      actions={
        redirect.purpose === 'link' ? (
          <ButtonLink to={paths.profile} size="large">
            {entryCopy.apple.backToProfile}
          </ButtonLink>
        ) : (
          <ButtonLink to={loginPathTo(redirect.next)} size="large">
            {entryCopy.logIn}
          </ButtonLink>
        )
      }
    >
      {detail && <p>{detail}</p>}
    </EntryOutcome>
  );
}
