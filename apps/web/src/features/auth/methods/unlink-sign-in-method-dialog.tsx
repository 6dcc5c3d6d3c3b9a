import { formatMessage } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { ReauthenticationField } from '../../../ui/form/reauthentication-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { authCopy } from '../auth.copy.ts';
import { type ProviderName, providerNames, useUnlinkSignInMethod } from './identities.api.ts';
import { useReauthenticatedForm } from './reauthenticated-form.ts';

const copy = authCopy.methods;
const formId = 'unlink';

/** Unlinks a sign-in method after reauthentication. */
export function UnlinkSignInMethodDialog({
  provider,
  email,
  onSignInAgain,
  onClosed,
  ...user
}: {
  provider: ProviderName;
  email: string;
  fresh: boolean;
  hasPassword: boolean;
  onSignInAgain: () => void;
  onClosed: () => void;
}) {
  const values = { provider: providerNames[provider] };
  const [open, setOpen] = useState(true);
  const { mutate, error, isPending } = useUnlinkSignInMethod();
  const { field, ready, submit, failure } = useReauthenticatedForm(
    user,
    {
      error,
      isPending,
      send: (credentials, callbacks) => mutate({ provider, ...credentials }, callbacks),
    },
    () => {
      setOpen(false);
      showToast({ title: formatMessage(copy.unlinked, values) });
    },
  );
  return (
    <Dialog
      title={formatMessage(copy.unlinkTitle, values)}
      description={formatMessage(copy.unlinkDescription, values)}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {authCopy.cancel}
          </Button>
          <Button type="submit" form={formId} disabled={!ready} busy={isPending}>
            {formatMessage(copy.unlinkProvider, values)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 empty:hidden">
        <ReauthenticationField {...field} email={email} onSignInAgain={onSignInAgain} />
        {failure && <FormError>{failure.message}</FormError>}
      </form>
    </Dialog>
  );
}
