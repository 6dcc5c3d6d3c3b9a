import { useState } from 'react';
import { CancelReset } from '../../features/auth/factors/cancel-reset.tsx';
import { factorsCopy } from '../../features/auth/factors/factors.copy.ts';
import { paths } from '../../paths.ts';
import { useAddressCode } from '../../platform/session/use-address-code.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EntryOutcome } from '../frame/pages/entry-outcome.tsx';
import { EntryPage } from '../frame/pages/entry-page.tsx';

const copy = factorsCopy.cancelReset;

/** The target of the link in the emails about turning off two-step verification. The code is in the fragment. */
export function Component() {
  const { code, clearCode } = useAddressCode();
  const [result, setResult] = useState<'open' | 'done' | 'invalid'>('open');
  return (
    <EntryPage>
      <title>{copy.pageTitle}</title>
      {result === 'done' ? (
        <EntryOutcome
          kind="success"
          title={copy.done}
          actions={
            <ButtonLink to={paths.recoverAccount} size="large">
              {copy.setPassword}
            </ButtonLink>
          }
        >
          <p>{copy.doneText}</p>
        </EntryOutcome>
      ) : result === 'invalid' || code === null ? (
        <EntryOutcome
          kind="error"
          title={copy.invalid}
          actions={
            <ButtonLink to={paths.login} size="large">
              {copy.logIn}
            </ButtonLink>
          }
        >
          <p>{copy.invalidText}</p>
        </EntryOutcome>
      ) : (
        <CancelReset
          code={code}
          onResult={(outcome) => {
            setResult(outcome);
            clearCode();
          }}
        />
      )}
    </EntryPage>
  );
}
