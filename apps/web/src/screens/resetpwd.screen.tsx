import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ResetPasswordForm } from '../features/auth/reset-password.tsx';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EntryOutcome } from './frame/entry-outcome.tsx';
import { EntryPage } from './frame/entry-page.tsx';

/** Where the mail for a forgotten password leads. */
export function Component() {
  const { code, forget } = useMailCode();
  const [done, setDone] = useState(false);
  return (
    <EntryPage>
      <title>New password · Cairn</title>
      {done ? (
        <EntryOutcome
          kind="good"
          title="Password changed successfully"
          actions={
            <ButtonLink to={paths.login} size="large">
              Log in
            </ButtonLink>
          }
        >
          <p>Every device that was signed in has been signed out.</p>
        </EntryOutcome>
      ) : code === null ? (
        <EntryOutcome
          kind="trouble"
          title="This page is no longer valid"
          actions={
            <ButtonLink to={paths.recoverAccount} size="large">
              Ask for a new link
            </ButtonLink>
          }
        />
      ) : (
        <>
          <h1 className="text-lg font-semibold">Choose a new password</h1>
          <ResetPasswordForm
            code={code}
            onDone={() => {
              setDone(true);
              forget();
            }}
          />
        </>
      )}
    </EntryPage>
  );
}

/**
 * The code of the mail's link, or null. It is taken out of the address at once, where others could
 * read it over a shoulder or copy it, and kept with the history's entry, so that a reload has it still.
 */
function useMailCode(): { code: string | null; forget: () => void } {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const inAddress = query.get('code');
  useEffect(() => {
    if (inAddress !== null)
      navigate(paths.resetPassword, { replace: true, state: { code: inAddress } });
  }, [inAddress, navigate]);
  const kept: unknown = (state as { code?: unknown } | null)?.code; // Of another page's entry, anything.
  return {
    code: inAddress || (typeof kept === 'string' && kept !== '' ? kept : null),
    forget: () => navigate(paths.resetPassword, { replace: true }),
  };
}
