import { type FormEvent, useRef, useState } from 'react';
import { neededCheck, passwordRefusal, wantsFreshSignIn } from '../../platform/identity-check.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { IdentityCheckField } from '../../ui/identity-check-field.tsx';
import { showToast } from '../../ui/toast.ts';
import { type ProviderName, providerNames, useUnlink } from './identities.api.ts';

const formId = 'unlink';

interface Unlinking {
  provider: ProviderName;
  fresh: boolean;
  hasPassword: boolean;
}

/** Takes a way to sign in away, once the server can be sure who asks. */
export function UnlinkDialog({
  email,
  onSignInAgain,
  onClosed,
  ...unlinking
}: Unlinking & { email: string; onSignInAgain: () => void; onClosed: () => void }) {
  const name = providerNames[unlinking.provider];
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
      title={`Unlink ${name}?`}
      description={`You can't sign in with ${name} then. Your account stays as it is.`}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!ready} busy={busy}>
            Unlink {name}
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

/** What is typed, what the server said to it, and whether it can be sent. */
function useUnlinkForm({ provider, fresh, hasPassword }: Unlinking, onDone: () => void) {
  const [password, setPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const unlink = useUnlink();
  const stale = wantsFreshSignIn(unlink.error);
  const aboutPassword = passwordRefusal(unlink.error);
  // What was fresh when the page was opened may have aged since.
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
          showToast({ title: `${providerNames[provider]} is unlinked` });
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
