import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAppleCallback } from '../../features/auth/sign-in/apple-callback.ts';
import type { AppleRedirect } from '../../features/auth/sign-in/apple-redirect.ts';
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
    if (result?.state !== 'done') return;
    if (result.redirect.purpose === 'link') {
      showToast({ title: entryCopy.apple.linked, description: entryCopy.apple.linkedDetail });
      navigate(paths.profile, { replace: true });
    } else navigate(safeReturnPath(result.redirect.next), { replace: true });
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
