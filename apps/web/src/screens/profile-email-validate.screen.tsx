import { useOwnEmail, useVerificationRequest } from '../features/auth/email-verification.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';
import { EntryOutcome } from './frame/entry-outcome.tsx';
import { FramedCard } from './frame/framed-card.tsx';

/** Asks for the mail that verifies the address of the account. */
export function Component() {
  const { email, verified } = useOwnEmail();
  const { request, ask } = useVerificationRequest();
  const home = (
    <ButtonLink to={paths.dashboard} variant={verified ? 'primary' : 'secondary'} size="large">
      Home
    </ButtonLink>
  );
  return (
    <FramedCard>
      <title>Verify your email · Cairn</title>
      {verified ? (
        <EntryOutcome kind="good" title="Your email address is already verified" actions={home}>
          <p className="wrap-anywhere">{email}</p>
        </EntryOutcome>
      ) : request.state === 'asked' ? (
        <EntryOutcome kind="mail" title="Check your inbox" actions={home}>
          <p>{request.instruction}</p>
        </EntryOutcome>
      ) : (
        <div className="flex flex-col gap-5">
          <div>
            <h1 className="text-lg font-semibold">Verify your email address</h1>
            <p className="mt-2 text-muted">
              We send a link to <span className="font-medium wrap-anywhere text-ink">{email}</span>.
              Follow it, and Cairn knows that the address is yours.
            </p>
          </div>
          <FormError>{request.state === 'failed' ? request.message : null}</FormError>
          <div className="flex flex-col gap-2">
            <Button size="large" busy={request.state === 'asking'} onClick={ask}>
              Send verification email
            </Button>
            {home}
          </div>
        </div>
      )}
    </FramedCard>
  );
}
