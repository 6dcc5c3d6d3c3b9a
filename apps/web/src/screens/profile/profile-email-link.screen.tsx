import { useEffect, useState } from 'react';
import { useEmailVerification } from '../../features/auth/codes/email-verification.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { useAddressCode } from '../../platform/session/use-address-code.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EntryOutcome, EntryWait } from '../frame/pages/entry-outcome.tsx';
import { FramedCard } from '../frame/pages/framed-card.tsx';
import { screensCopy } from '../screens.copy.ts';

const verifyCopy = screensCopy.verifyEmail;

/** The target of the link in the verification email. A user who has to sign in first returns here. */
export function Component() {
  const address = useAddressCode();
  // The code is kept here after it has been used and removed from the history entry.
  const [code] = useState(address.code);
  const { verification, retry } = useEmailVerification(code);
  const session = useSession();
  const isUsed =
    address.code !== null && (verification === 'verified' || verification === 'failed');
  const { clearCode } = address;
  useEffect(() => {
    // An unused code is kept, because the user may have to sign in first.
    if (isUsed) clearCode();
  }, [isUsed, clearCode]);
  const isVerified = verification === 'verified' || (!code && session?.claims.email_verified);
  return (
    <FramedCard>
      <title>{verifyCopy.pageTitle}</title>
      {isVerified ? (
        <EntryOutcome kind="success" title={verifyCopy.verified} actions={<HomeLink />}>
          <p className="wrap-anywhere">{session?.claims.username}</p>
        </EntryOutcome>
      ) : verification === 'working' ? (
        <EntryWait title={verifyCopy.verifying} />
      ) : (
        <Failed canRetry={verification === 'unknown'} retry={retry} />
      )}
    </FramedCard>
  );
}

function HomeLink() {
  return (
    <ButtonLink to={paths.dashboard} size="large">
      {screensCopy.home}
    </ButtonLink>
  );
}

function Failed({ canRetry, retry }: { canRetry: boolean; retry: () => void }) {
  return (
    <EntryOutcome
      kind="error"
      title={verifyCopy.failed}
      actions={
        <>
          {canRetry ? (
            <Button size="large" onClick={retry}>
              {verifyCopy.retry}
            </Button>
          ) : (
            <ButtonLink to={paths.emailValidate} size="large">
              {verifyCopy.sendAgain}
            </ButtonLink>
          )}
          <ButtonLink to={paths.dashboard} variant="ghost">
            {screensCopy.home}
          </ButtonLink>
        </>
      }
    >
      {canRetry && <p>{verifyCopy.networkError}</p>}
    </EntryOutcome>
  );
}
