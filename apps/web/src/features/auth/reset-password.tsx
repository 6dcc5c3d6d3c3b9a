import { resetPasswordFaults } from '@cairn/contract/credential-rules';
import { type FormEvent, useState } from 'react';
import { paths } from '../../paths.ts';
import { useAfterPause } from '../../platform/after-pause.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { resetPassword } from './codes.api.ts';
import { isDeadLink, resetMessage } from './reset-message.ts';

/** Long enough not to interrupt someone who is typing. */
const typingPause = 700;

/** Sets a new password with the code of a mail. */
export function ResetPasswordForm({ code, onDone }: { code: string; onDone: () => void }) {
  const password = useTyped();
  const again = useTyped();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const faults = resetPasswordFaults(password.value);
  const matches = password.value === again.value;
  const holds = faults.length === 0 && matches;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!holds || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await resetPassword(code, password.value);
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        {...password.input}
        hint={<p className="text-muted">At least 8 characters, 5 of them different.</p>}
        error={password.settled && faults.length > 0 ? <Lines>{faults}</Lines> : null}
      />
      <PasswordField
        label="Confirm password"
        name="password-confirmation"
        autoComplete="new-password"
        {...again.input}
        error={again.settled && !matches ? 'Passwords do not match' : null}
      />
      <FormError>{failure === null ? null : resetMessage(failure)}</FormError>
      {isDeadLink(failure) ? (
        <ButtonLink to={paths.recoverAccount} size="large">
          Ask for a new link
        </ButtonLink>
      ) : (
        <Button type="submit" size="large" busy={busy} disabled={!holds}>
          Reset password
        </Button>
      )}
    </form>
  );
}

/** A text being typed, and whether it is time to say what is wrong with it. */
function useTyped() {
  const [value, setValue] = useState('');
  const [left, setLeft] = useState(false);
  const paused = useAfterPause(value, typingPause) === value;
  return {
    value,
    settled: value !== '' && (paused || left),
    input: {
      value,
      onChange: (event: { target: { value: string } }) => {
        setValue(event.target.value);
        setLeft(false);
      },
      onBlur: () => setLeft(true),
    },
  };
}

function Lines({ children }: { children: readonly string[] }) {
  return children.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
