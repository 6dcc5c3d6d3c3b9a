import { useState } from 'react';
import { ResetPasswordForm } from '../../features/auth/codes/reset-password-form.tsx';
import { paths } from '../../paths.ts';
import { useAddressCode } from '../../platform/session/use-address-code.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { entryCopy } from '../entry.copy.ts';
import { EntryOutcome } from '../frame/pages/entry-outcome.tsx';
import { EntryPage } from '../frame/pages/entry-page.tsx';

const resetCopy = entryCopy.reset;

/** The target of the link in the password reset email. */
export function Component() {
  const { code, clearCode } = useAddressCode();
  const [isDone, setDone] = useState(false);
  return (
    <EntryPage>
      <title>{resetCopy.pageTitle}</title>
      {isDone ? (
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
