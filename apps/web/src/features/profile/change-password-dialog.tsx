import { isSignupPassword, signupPasswordMessage } from '@cairn/contract/rules/credential-rules';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { wrongPasswordMessage } from '../../domain/reauthentication.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { NewPasswordField } from '../../ui/form/new-password/new-password-field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { PasswordRules } from '../../ui/form/password-rules.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { useChangePassword } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.password;
const formId = 'change-password';

/** Changes the password. The button is enabled once the new one meets the sign-up rules. */
export function ChangePasswordDialog({ email, onClosed }: { email: string; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const [typed, setTyped] = useState({ current: '', next: '' });
  const currentInput = useRef<HTMLInputElement>(null);
  const change = useChangePassword();
  const canSubmit = isSignupPassword(typed.next) && typed.current !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSubmit || change.isPending) return;
    change.mutate(
      { current_password: typed.current, password: typed.next },
      {
        onSuccess: () => {
          setOpen(false);
          showToast({
            title: copy.changed,
            description: copy.changedNote,
          });
        },
        onError: (error) => {
          if (wrongPasswordMessage(error) !== null) currentInput.current?.select();
        },
      },
    );
  };
  return (
    <Dialog
      title={copy.change}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      initialFocus={currentInput}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {profileCopy.cancel}
          </Button>
          <Button type="submit" form={formId} busy={change.isPending} disabled={!canSubmit}>
            {copy.change}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Passwords
          email={email}
          typed={typed}
          onChange={(next) => {
            setTyped(next);
            if (change.error) change.reset();
          }}
          error={change.error}
          currentInput={currentInput}
        />
      </form>
    </Dialog>
  );
}

/** The two password fields, the rules for the new one, and the server's error. */
function Passwords({
  email,
  typed,
  onChange,
  error,
  currentInput,
}: {
  email: string;
  typed: { current: string; next: string };
  onChange: (typed: { current: string; next: string }) => void;
  error: Error | null;
  currentInput: RefObject<HTMLInputElement | null>;
}) {
  const [isBlurred, setBlurred] = useState(false);
  const { current, next } = typed;
  const currentError = wrongPasswordMessage(error);
  const nextError = rejectedPasswordMessage(error);
  return (
    <>
      <PasswordField
        ref={currentInput}
        label={copy.current}
        name="current_password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => onChange({ current: event.target.value, next })}
        error={currentError}
      />
      <NewPasswordField
        email={email}
        label={copy.next}
        name="new_password"
        value={next}
        onChange={(event) => {
          onChange({ current, next: event.target.value });
          setBlurred(false);
        }}
        onBlur={() => setBlurred(true)}
        error={
          isBlurred && next !== '' && !isSignupPassword(next) ? signupPasswordMessage : nextError
        }
      />
      <PasswordRules password={next} />
      <FormError>{currentError === null && nextError === null ? error?.message : null}</FormError>
    </>
  );
}

/** Why the server rejected the new password, such as too common. Null if it was for another reason. */
function rejectedPasswordMessage(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'unprocessable' ? error.message : null;
}
