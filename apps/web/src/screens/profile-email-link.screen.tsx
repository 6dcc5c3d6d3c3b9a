import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useEmailVerification } from '../features/auth/email-verification.ts';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EntryOutcome, EntryWait } from './frame/entry-outcome.tsx';
import { FramedCard } from './frame/framed-card.tsx';

/** Where the mail that verifies an address leads. Signing in, if it takes that, leads back here. */
export function Component() {
  const [query] = useSearchParams();
  const [code] = useState(() => query.get('code'));
  const { verification, again } = useEmailVerification(code);
  const session = useSession();
  const navigate = useNavigate();
  const inAddress = query.has('code');
  const settled = verification === 'verified' || verification === 'failed';
  useEffect(() => {
    // Its code is spent; until then the address keeps it, for coming back from signing in.
    if (settled && inAddress) navigate(paths.emailLink, { replace: true });
  }, [settled, inAddress, navigate]);
  const verified = verification === 'verified' || (!code && session?.claims.email_verified);
  return (
    <FramedCard>
      <title>Verify your email · Cairn</title>
      {verified ? (
        <EntryOutcome kind="good" title="Your email address is verified" actions={<Home />}>
          <p className="wrap-anywhere">{session?.claims.username}</p>
        </EntryOutcome>
      ) : verification === 'working' ? (
        <EntryWait title="Verifying your email address" />
      ) : (
        <Failed lost={verification === 'lost'} again={again} />
      )}
    </FramedCard>
  );
}

function Home() {
  return (
    <ButtonLink to={paths.dashboard} size="large">
      Home
    </ButtonLink>
  );
}

function Failed({ lost, again }: { lost: boolean; again: () => void }) {
  return (
    <EntryOutcome
      kind="trouble"
      title="This link is invalid or has expired. Please try again."
      actions={
        <>
          {lost ? (
            <Button size="large" onClick={again}>
              Retry
            </Button>
          ) : (
            <ButtonLink to={paths.emailValidate} size="large">
              Send a new link
            </ButtonLink>
          )}
          <ButtonLink to={paths.dashboard} variant="ghost">
            Home
          </ButtonLink>
        </>
      }
    >
      {lost && <p>Cairn could not be reached just now, so the link may be good still.</p>}
    </EntryOutcome>
  );
}
