import {
  useUserEmail,
  useVerificationRequest,
} from '../../features/auth/codes/email-verification.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { Message } from '../../ui/message.tsx';
import { EntryOutcome } from '../frame/pages/entry-outcome.tsx';
import { FramedCard } from '../frame/pages/framed-card.tsx';
import { screensCopy } from '../screens.copy.ts';

const verifyCopy = screensCopy.verifyEmail;

/** Requests the verification email for the account's address. */
export function Component() {
  const { email, verified } = useUserEmail();
  const { request, send } = useVerificationRequest();
  const homeVariant = verified ? 'primary' : request.state === 'sent' ? 'secondary' : 'ghost';
  const home = (
    <ButtonLink to={paths.dashboard} variant={homeVariant} size="large">
      {screensCopy.home}
    </ButtonLink>
  );
  return (
    <FramedCard>
      <title>{verifyCopy.pageTitle}</title>
      {verified ? (
        <EntryOutcome kind="success" title={verifyCopy.alreadyVerified} actions={home}>
          <p className="wrap-anywhere">{email}</p>
        </EntryOutcome>
      ) : request.state === 'sent' ? (
        <EntryOutcome kind="mail" title={verifyCopy.sent} actions={home}>
          <p>{request.instruction}</p>
        </EntryOutcome>
      ) : (
        <div className="flex flex-col gap-5">
          <div>
            <h1 className="text-lg font-semibold">{verifyCopy.title}</h1>
            <p className="mt-2 text-muted">
              <Message
                text={verifyCopy.intro}
                values={{
                  email: <span className="font-medium wrap-anywhere text-ink">{email}</span>,
                }}
              />
            </p>
          </div>
          <FormError>{request.state === 'failed' ? request.message : null}</FormError>
          <div className="flex flex-col gap-2">
            <Button size="large" busy={request.state === 'sending'} onClick={send}>
              {verifyCopy.send}
            </Button>
            {home}
          </div>
        </div>
      )}
    </FramedCard>
  );
}
