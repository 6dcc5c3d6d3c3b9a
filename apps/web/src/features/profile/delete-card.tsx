import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** The way to delete the account. */
export function DeleteCard({ email, onSignInAgain }: { email: string; onSignInAgain: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card
      id="delete"
      tabIndex={-1}
      title="Delete account"
      bodyClass="flex flex-col items-start gap-4 px-5 pt-2 pb-5 sm:px-6"
    >
      <p className="text-muted">
        Deletes everything that Cairn holds on you and revokes its access to your banks, at once and
        for good. You are shown what goes before it does.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking && (
        <DeleteAccountDialog
          email={email}
          onSignInAgain={onSignInAgain}
          onClosed={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
