import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AppleJourney } from '../features/auth/apple-journey.ts';
import { useAppleReturn } from '../features/auth/apple-return.ts';
import { paths } from '../paths.ts';
import { loginPathTo, safeReturnPath } from '../platform/return-path.ts';
import { ButtonLink } from '../ui/button.tsx';
import { showToast } from '../ui/toast.ts';
import { EntryOutcome, EntryWait } from './frame/entry-outcome.tsx';
import { EntryPage } from './frame/entry-page.tsx';

/** Where Apple's side of signing in, or of linking, comes back to. */
export function Component() {
  const [query] = useSearchParams();
  // What the address said on the way in: it is taken from there before it is used.
  const [{ code, error }] = useState({ code: query.get('code'), error: query.get('error') });
  const navigate = useNavigate();
  const end = useAppleReturn(code, error);
  useEffect(() => {
    if (query.size > 0) navigate(paths.appleCallback, { replace: true });
  }, [query, navigate]);
  useEffect(() => {
    if (end?.state !== 'done') return;
    if (end.journey.purpose === 'link') {
      showToast({ title: 'Apple is linked', description: 'You can sign in with it from now on.' });
      navigate(paths.profile, { replace: true });
    } else navigate(safeReturnPath(end.journey.next), { replace: true });
  }, [end, navigate]);
  return (
    <EntryPage>
      <title>Sign in with Apple · Cairn</title>
      {end?.state === 'failed' ? (
        <Failed {...end} />
      ) : (
        <EntryWait title="One moment">Cairn is reading what Apple sent.</EntryWait>
      )}
    </EntryPage>
  );
}

function Failed({ journey, detail }: { journey: AppleJourney; detail: string | null }) {
  return (
    <EntryOutcome
      kind="trouble"
      title="We have encountered an error logging you in. Please try again."
      actions={
        journey.purpose === 'link' ? (
          <ButtonLink to={paths.profile} size="large">
            Back to your profile
          </ButtonLink>
        ) : (
          <ButtonLink to={loginPathTo(journey.next)} size="large">
            Log in
          </ButtonLink>
        )
      }
    >
      {detail && <p>{detail}</p>}
    </EntryOutcome>
  );
}
