import { formatMessage } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { type Profile, useRequestPasswordEmail } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.password;

/** Changes the password, or emails a link to create one. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Card
      id="password"
      tabIndex={-1}
      title={copy.title}
      action={
        profile.hasPassword && (
          <Button variant="secondary" size="small" onClick={() => setChanging(true)}>
            {copy.change}
          </Button>
        )
      }
      bodyClass="px-5 pt-2 pb-5 sm:px-6"
    >
      {!profile.isLoaded ? (
        <Skeleton className="h-5 w-72 max-w-full" />
      ) : profile.hasPassword ? (
        <p className="text-muted">{copy.note}</p>
      ) : (
        <NoPassword email={profile.email} />
      )}
      {isChanging && (
        <ChangePasswordDialog email={profile.email} onClosed={() => setChanging(false)} />
      )}
    </Card>
  );
}

/** For users without a password: the password reset email can also create a first one. */
function NoPassword({ email }: { email: string }) {
  const send = useRequestPasswordEmail();
  return (
    <>
      <p className="text-muted">{formatMessage(copy.none, { email })}</p>
      <div role="status" className="mt-3">
        {send.isSuccess ? (
          <p className="font-medium text-money-in">{copy.sent}</p>
        ) : (
          <Button
            variant="secondary"
            size="small"
            busy={send.isPending}
            onClick={() => send.mutate(email)}
          >
            {copy.send}
          </Button>
        )}
      </div>
      <FormError className="mt-3">{send.error?.message}</FormError>
    </>
  );
}
