import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ResetPasswordForm } from '../../features/auth/codes/reset-password-form.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { entryCopy } from '../entry.copy.ts';
import { EntryOutcome } from '../frame/pages/entry-outcome.tsx';
import { EntryPage } from '../frame/pages/entry-page.tsx';

const resetCopy = entryCopy.reset;

/** The target of the link in the password reset email. */
export function Component() {
  const { code, clearCode } = useResetCode();
  const [done, setDone] = useState(false);
  return (
    <EntryPage>
      <title>{resetCopy.pageTitle}</title>
      {done ? (
        <EntryOutcome
          kind="success"
          title={resetCopy.changed}
          actions={
            <ButtonLink to={paths.login} size="large">
              {entryCopy.logIn}
            </ButtonLink>
          }
        >
          <p>{resetCopy.signedOut}</p>
        </EntryOutcome>
      ) : code === null ? (
        <EntryOutcome
          kind="error"
          title={resetCopy.invalid}
          actions={
            <ButtonLink to={paths.recoverAccount} size="large">
              {resetCopy.requestLink}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <h1 className="text-lg font-semibold">{resetCopy.title}</h1>
          <ResetPasswordForm
            code={code}
            onDone={() => {
              setDone(true);
              clearCode();
            }}
          />
        </>
      )}
    </EntryPage>
  );
}

/**
 * The code of the emailed link, or null. It is moved at once from the URL, where others could read
 * or copy it, to the history entry's state, so that it survives a reload.
 */
function useResetCode(): { code: string | null; clearCode: () => void } {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const codeInUrl = query.get('code');
  useEffect(() => {
    if (codeInUrl !== null)
      navigate(paths.resetPassword, { replace: true, state: { code: codeInUrl } });
  }, [codeInUrl, navigate]);
  const codeInState: unknown = (state as { code?: unknown } | null)?.code; // May be any value.
  return {
    code: codeInUrl || (typeof codeInState === 'string' && codeInState !== '' ? codeInState : null),
    clearCode: () => navigate(paths.resetPassword, { replace: true }),
  };
}
