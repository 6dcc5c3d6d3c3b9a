import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { Verification } from './person-line.tsx';
import type { Profile } from './profile.api.ts';

/** The address that the person signs in with, whether it is validated, and changing it. */
export function EmailCard({
  profile,
  onSignInAgain,
}: {
  profile: Profile;
  onSignInAgain: () => void;
}) {
  const [changing, setChanging] = useState(false);
  return (
    <Card
      id="email"
      tabIndex={-1}
      title="Email"
      action={
        <Button variant="secondary" size="small" onClick={() => setChanging(true)}>
          Change email
        </Button>
      }
      bodyClass="px-5 pt-2 pb-5 sm:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 font-medium break-all">{profile.email}</p>
        <Verification verified={profile.verified} />
      </div>
      <p className="mt-1.5 text-muted">You sign in with it, and Cairn's mails go there.</p>
      {changing && (
        <ChangeEmailDialog
          profile={profile}
          onSignInAgain={onSignInAgain}
          onClosed={() => setChanging(false)}
        />
      )}
    </Card>
  );
}
