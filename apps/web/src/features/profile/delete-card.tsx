import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import type { Profile } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

/** Explains account deletion and opens its dialog. */
export function DeleteCard({
  profile,
  onSignInAgain,
}: {
  profile: Profile;
  onSignInAgain: () => void;
}) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Card
      id="delete"
      tabIndex={-1}
      title={profileCopy.deletion.title}
      bodyClass="flex flex-col items-start gap-4 px-5 pt-2 pb-5 sm:px-6"
    >
      <p className="text-muted">{profileCopy.deletion.text}</p>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        {profileCopy.deletion.button}
      </Button>
      {isConfirming && (
        <DeleteAccountDialog
          email={profile.email}
          hasSecondFactor={profile.hasSecondFactor}
          onSignInAgain={onSignInAgain}
          onClosed={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}
