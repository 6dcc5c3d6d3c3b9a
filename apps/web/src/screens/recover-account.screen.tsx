import { useState } from 'react';
import { Link } from 'react-router';
import { type AskedForMail, RecoverAccountForm } from '../features/auth/recover-account.tsx';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EntryOutcome } from './frame/entry-outcome.tsx';
import { EntryPage, textLinkClass } from './frame/entry-page.tsx';

/** Asks for a mail that leads to a new password. What is answered is the same for every address. */
export function Component() {
  const [asked, setAsked] = useState<AskedForMail | null>(null);
  return (
    <EntryPage
      footer={
        asked === null && (
          <Link to={paths.login} className={textLinkClass}>
            Back to login
          </Link>
        )
      }
    >
      <title>Forgot password · Cairn</title>
      {asked === null ? (
        <>
          <h1 className="text-lg font-semibold">Forgot your password?</h1>
          <p className="mt-1 text-muted">
            Enter the address of your account. We send you a link to choose a new one.
          </p>
          <RecoverAccountForm onAsked={setAsked} />
        </>
      ) : (
        <Asked {...asked} onAgain={() => setAsked(null)} />
      )}
    </EntryPage>
  );
}

function Asked({ email, trouble, onAgain }: AskedForMail & { onAgain: () => void }) {
  return (
    <EntryOutcome
      kind="mail"
      title="If the account is valid, an email will be sent."
      actions={
        <>
          <ButtonLink to={paths.login} size="large">
            Back to login
          </ButtonLink>
          <Button variant="ghost" onClick={onAgain}>
            {trouble ? 'Try again' : 'Try another address'}
          </Button>
        </>
      }
    >
      <p>
        Look for it at <span className="font-medium wrap-anywhere text-ink">{email}</span>, also
        among the spam. Its link counts for an hour.
      </p>
      {trouble && (
        <p role="alert" className="rounded-control bg-attention-soft px-3 py-2.5 text-attention">
          {trouble}
        </p>
      )}
    </EntryOutcome>
  );
}
