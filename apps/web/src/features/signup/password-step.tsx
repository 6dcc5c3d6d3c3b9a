import { isSignupPassword, signupPasswordMessage } from '@cairn/contract/rules/credential-rules';
import { type FormEvent, useState } from 'react';
import { useDebouncedValue } from '../../platform/browser/debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordField } from '../../ui/form/new-password/new-password-field.tsx';
import { PasswordRules } from '../../ui/form/password-rules.tsx';
import { createAccount } from './signup.api.ts';
import { signupCopy } from './signup.copy.ts';
import { isEmailTaken, signupMessage } from './signup-message.ts';

/** Milliseconds without typing after which problems are shown. */
const typingPause = 700;

/** The second step: a password, which creates the account. */
export function PasswordStep({
  email,
  password,
  onChange,
  onBack,
  onDone,
}: {
  email: string;
  /** The typed password. The parent keeps it while the user goes back to the first step. */
  password: string;
  onChange: (password: string) => void;
  /** Called to return to the first step, with the reason if the address was rejected. */
  onBack: (reason: string | null) => void;
  onDone: () => void;
}) {
  const [isBlurred, setBlurred] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isPaused = useDebouncedValue(password, typingPause) === password;
  const isValid = isSignupPassword(password);
  const showRule = password !== '' && !isValid && (isPaused || isBlurred);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBlurred(true);
    if (!isValid || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await createAccount(email, password);
      onDone();
    } catch (error) {
      if (isEmailTaken(error)) onBack(signupMessage(error));
      else setFailure(signupMessage(error));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <NewPasswordField
        email={email}
        label={signupCopy.password}
        name="password"
        autoFocus
        value={password}
        onChange={(event) => {
          onChange(event.target.value);
          setBlurred(false);
          setFailure(null);
        }}
        onBlur={() => setBlurred(true)}
        error={showRule ? signupPasswordMessage : failure}
      />
      <PasswordRules password={password} />
      <Button type="submit" size="large" busy={busy} disabled={!isValid}>
        {signupCopy.createAccount}
      </Button>
      <Button variant="ghost" onClick={() => onBack(null)}>
        {signupCopy.back}
      </Button>
    </form>
  );
}
