import { resetPasswordErrors } from '@cairn/contract/rules/credential-rules';
import { type FormEvent, useState } from 'react';
import { paths } from '../../../paths.ts';
import { useDebouncedValue } from '../../../platform/browser/debounced-value.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { NewPasswordField } from '../../../ui/form/new-password/new-password-field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { authCopy } from '../auth.copy.ts';
import { resetPassword } from './one-time-codes.api.ts';
import { isExpiredLink, resetMessage } from './reset-message.ts';

const copy = authCopy.reset;

/** How many milliseconds to wait after the last keystroke before errors are shown. */
const typingPause = 700;

/** Sets a new password with the code from an email. */
export function ResetPasswordForm({ code, onDone }: { code: string; onDone: () => void }) {
  const password = usePasswordInput();
  const confirmation = usePasswordInput();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const brokenRules = resetPasswordErrors(password.value);
  const matches = password.value === confirmation.value;
  const isValid = brokenRules.length === 0 && matches;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || busy) return;
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
      <NewPasswordField
        email=""
        label={copy.newPassword}
        name="password"
        {...password.input}
        hint={<p className="text-muted">{copy.hint}</p>}
        error={password.showsErrors && brokenRules.length > 0 ? <Lines>{brokenRules}</Lines> : null}
      />
      <PasswordField
        label={copy.confirmPassword}
        name="password-confirmation"
        autoComplete="new-password"
        {...confirmation.input}
        error={confirmation.showsErrors && !matches ? copy.mismatch : null}
      />
      <FormError>{failure === null ? null : resetMessage(failure)}</FormError>
      {isExpiredLink(failure) ? (
        <ButtonLink to={paths.recoverAccount} size="large">
          {copy.requestNewLink}
        </ButtonLink>
      ) : (
        <Button type="submit" size="large" busy={busy} disabled={!isValid}>
          {copy.submit}
        </Button>
      )}
    </form>
  );
}

/** The state of a password input. `showsErrors` is true once the user has stopped typing or left the field. */
function usePasswordInput() {
  const [value, setValue] = useState('');
  const [isBlurred, setBlurred] = useState(false);
  const isPaused = useDebouncedValue(value, typingPause) === value;
  return {
    value,
    showsErrors: value !== '' && (isPaused || isBlurred),
    input: {
      value,
      onChange: (event: { target: { value: string } }) => {
        setValue(event.target.value);
        setBlurred(false);
      },
      onBlur: () => setBlurred(true),
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
