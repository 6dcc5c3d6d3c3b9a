import { formatMessage } from '@cairn/contract/copy';
import { type FormEvent, useRef, useState } from 'react';
import { neededCheck, passwordRefusal, wantsFreshSignIn } from '../../platform/identity-check.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { IdentityCheckField } from '../../ui/identity-check-field.tsx';
import { showToast } from '../../ui/toast.ts';
import { authCopy } from './auth.copy.ts';
import { type ProviderName, providerNames, useUnlink } from './identities.api.ts';

const copy = authCopy.methods;
const formId = 'unlink';

interface Unlinking {
  provider: ProviderName;
  fresh: boolean;
  hasPassword: boolean;
}

/** Unlinks a sign-in method after reauthentication. */
export function UnlinkDialog({
  email,
  onSignInAgain,
  onClosed,
  ...unlinking
}: Unlinking & { email: string; onSignInAgain: () => void; onClosed: () => void }) {
  const values = { provider: providerNames[unlinking.provider] };
  const [open, setOpen] = useState(true);
  const {
    check,
    ready,
    busy,
    password,
    passwordInput,
    setPassword,
    aboutPassword,
    failure,
    submit,
  } = useUnlinkForm(unlinking, () => setOpen(false));
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
          <Button type="submit" form={formId} disabled={!ready} busy={busy}>
            {formatMessage(copy.unlinkProvider, values)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 empty:hidden">
        <IdentityCheckField
          ref={passwordInput}
          check={check}
          email={email}
          password={password}
          onType={setPassword}
          error={aboutPassword}
          onSignInAgain={onSignInAgain}
        />
        {failure !== null && <FormError>{failure}</FormError>}
      </form>
    </Dialog>
  );
}

/** The form's state: the password, the server's errors, and whether it can be submitted. */
function useUnlinkForm({ provider, fresh, hasPassword }: Unlinking, onDone: () => void) {
  const [password, setPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const unlink = useUnlink();
  const stale = wantsFreshSignIn(unlink.error);
  const aboutPassword = passwordRefusal(unlink.error);
  // The sign-in may have stopped being recent since the page was opened.
  const check = neededCheck({ fresh: fresh && !stale && aboutPassword === null, hasPassword });
  const ready = check === 'none' || (check === 'password' && password !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || unlink.isPending) return;
    unlink.mutate(
      { provider, ...(check === 'password' ? { password } : {}) },
      {
        onSuccess: () => {
          onDone();
          showToast({ title: formatMessage(copy.unlinked, { provider: providerNames[provider] }) });
        },
        onError: (error) => {
          if (passwordRefusal(error) !== null) passwordInput.current?.select();
        },
      },
    );
  };
  const failure = unlink.error && !stale && aboutPassword === null ? unlink.error.message : null;
  const { isPending: busy } = unlink;
  return {
    check,
    ready,
    busy,
    password,
    passwordInput,
    setPassword,
    aboutPassword,
    failure,
    submit,
  };
}
