import { useState } from 'react';
import { Link } from 'react-router';
import {
  RecoverAccountForm,
  type ResetRequest,
} from '../../features/auth/codes/recover-account-form.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { entryCopy } from '../entry.copy.ts';
import { EntryOutcome } from '../frame/pages/entry-outcome.tsx';
import { EntryPage, textLinkClass } from '../frame/pages/entry-page.tsx';

const recoverCopy = entryCopy.recover;

/** Requests a password reset email. The confirmation doesn't reveal whether the address has an account. */
export function Component() {
  const [request, setRequest] = useState<ResetRequest | null>(null);
  return (
    <EntryPage
      footer={
        request === null && (
          <Link to={paths.login} className={textLinkClass}>
            {recoverCopy.backToLogin}
          </Link>
        )
      }
    >
      <title>{recoverCopy.pageTitle}</title>
      {request === null ? (
        <>
          <h1 className="text-lg font-semibold">{recoverCopy.title}</h1>
          <p className="mt-1 text-muted">{recoverCopy.intro}</p>
          <RecoverAccountForm onRequested={setRequest} />
        </>
      ) : (
        <Confirmation {...request} onRetry={() => setRequest(null)} />
      )}
    </EntryPage>
  );
}

function Confirmation({ email, error, onRetry }: ResetRequest & { onRetry: () => void }) {
  return (
    <EntryOutcome
      kind="mail"
      title={recoverCopy.confirmation}
      actions={
        <>
          <ButtonLink to={paths.login} size="large">
            {recoverCopy.backToLogin}
          </ButtonLink>
          <Button variant="ghost" onClick={onRetry}>
            {error ? recoverCopy.tryAgain : recoverCopy.tryAnotherAddress}
          </Button>
        </>
      }
    >
      <p>
        <Message
          text={recoverCopy.checkInbox}
          values={{ email: <span className="font-medium wrap-anywhere text-ink">{email}</span> }}
        />
      </p>
      {error && (
        <p role="alert" className="rounded-control bg-attention-soft px-3 py-2.5 text-attention">
          {error}
        </p>
      )}
    </EntryOutcome>
  );
}
