import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { type Profile, useSendPasswordMail } from './profile.api.ts';

/** Changing the password, or how to get one. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  return (
    <Card
      id="password"
      tabIndex={-1}
      title="Password"
      action={
        profile.hasPassword && (
          <Button variant="secondary" size="small" onClick={() => setChanging(true)}>
            Change password
          </Button>
        )
      }
      bodyClass="px-5 pt-2 pb-5 sm:px-6"
    >
      {!profile.known ? (
        <Skeleton className="h-5 w-72 max-w-full" />
      ) : profile.hasPassword ? (
        <p className="text-muted">A change signs every other device out.</p>
      ) : (
        <NoPassword email={profile.email} />
      )}
      {changing && (
        <ChangePasswordDialog email={profile.email} onClosed={() => setChanging(false)} />
      )}
    </Card>
  );
}

/** For who signs in with Google or Apple only: the reset mail sets a first password as well. */
function NoPassword({ email }: { email: string }) {
  const send = useSendPasswordMail();
  return (
    <>
      <p className="text-muted">
        You have no password yet. If you want one, we send a mail to {email} whose link sets it.
      </p>
      <div role="status" className="mt-3">
        {send.isSuccess ? (
          <p className="font-medium text-money-in">The mail is on its way. Its link sets one.</p>
        ) : (
          <Button
            variant="secondary"
            size="small"
            busy={send.isPending}
            onClick={() => send.mutate(email)}
          >
            Send the mail
          </Button>
        )}
      </div>
      <FormError className="mt-3">{send.error?.message}</FormError>
    </>
  );
}
