import { formatMessage } from '@cairn/contract/text/copy';
import { type FormEvent, useRef, useState } from 'react';
import {
  requiredReauthentication,
  wrongPasswordMessage,
} from '../../../domain/reauthentication.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { ReauthenticationField } from '../../../ui/form/reauthentication-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { authCopy } from '../auth.copy.ts';
import type { ProviderName } from '../provider-name.ts';
import { useUnlinkSignInMethod } from './identities.api.ts';

const copy = authCopy.methods;
const formId = 'unlink';

interface UnlinkFormOptions {
  provider: ProviderName;
  fresh: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
}

/** Unlinks a sign-in method after reauthentication. */
export function UnlinkSignInMethodDialog({
  name,
  email,
  onSignInAgain,
  onClosed,
  ...formOptions
}: UnlinkFormOptions & {
  /** The provider's name as users read it. */
  name: string;
  email: string;
  onSignInAgain: () => void;
  onClosed: () => void;
}) {
  const values = { provider: name };
  const [open, setOpen] = useState(true);
  const {
    check,
    canSubmit,
    busy,
    password,
    passwordInput,
    setPassword,
    passwordError,
    failure,
    submit,
  } = useUnlinkForm(formOptions, () => {
    setOpen(false);
    showToast({ title: formatMessage(copy.unlinked, values) });
  });
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
          <Button type="submit" form={formId} disabled={!canSubmit} busy={busy}>
            {formatMessage(copy.unlinkProvider, values)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 empty:hidden">
        <ReauthenticationField
          ref={passwordInput}
          check={check}
          email={email}
          password={password}
          onChange={setPassword}
          error={passwordError}
          onSignInAgain={onSignInAgain}
        />
        {failure !== null && <FormError>{failure}</FormError>}
      </form>
    </Dialog>
  );
}

/** The form's state: the password, the server's errors, and whether it can be submitted. */
function useUnlinkForm(
  { provider, fresh, hasPassword, hasSecondFactor }: UnlinkFormOptions,
  onDone: () => void,
) {
  const [password, setPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const unlink = useUnlinkSignInMethod();
  const passwordError = wrongPasswordMessage(unlink.error);
  const check = requiredReauthentication({
    fresh: fresh && passwordError === null,
    hasPassword,
    hasSecondFactor,
  });
  const canSubmit = check === 'none' || (check === 'password' && password !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSubmit || unlink.isPending) return;
    unlink.mutate(
      { provider, ...(check === 'password' ? { password } : {}) },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (wrongPasswordMessage(error) !== null) passwordInput.current?.select();
        },
      },
    );
  };
  const failure = unlink.error && passwordError === null ? unlink.error.message : null;
  const { isPending: busy } = unlink;
  return {
    check,
    canSubmit,
    busy,
    password,
    passwordInput,
    setPassword,
    passwordError,
    failure,
    submit,
  };
}
