import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import type { Profile } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';
import { VerificationStatus } from './user-badges.tsx';

/** The user's email address, whether it is verified, and a button that changes it. */
export function EmailCard({ profile }: { profile: Profile }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Card
      id="email"
      tabIndex={-1}
      title={profileCopy.email.title}
      action={
        <Button variant="secondary" size="small" onClick={() => setChanging(true)}>
          {profileCopy.email.change}
        </Button>
      }
      bodyClass="px-5 pt-2 pb-5 sm:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 font-medium break-all">{profile.email}</p>
        <VerificationStatus verified={profile.verified} />
      </div>
      <p className="mt-1.5 text-muted">{profileCopy.email.note}</p>
      {isChanging && <ChangeEmailDialog profile={profile} onClosed={() => setChanging(false)} />}
    </Card>
  );
}
