import { isSignupPassword, signupPasswordMessage } from '@cairn/contract/credential-rules';
import { type FormEvent, useState } from 'react';
import { useAfterPause } from '../../platform/after-pause.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { createAccount } from './signup.api.ts';
import { isEmailTaken, signupMessage } from './signup-message.ts';

const typingPause = 700;

/** The second step: a password that holds, and with it the account. */
export function PasswordStep({
  email,
  password,
  onType,
  onBack,
  onDone,
}: {
  email: string;
  /** What is typed so far; it outlives going back to the address and forth again. */
  password: string;
  onType: (password: string) => void;
  /** Back to the address, with why it was refused if it was. */
  onBack: (refusal: string | null) => void;
  onDone: () => void;
}) {
  const [left, setLeft] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const paused = useAfterPause(password, typingPause) === password;
  const valid = isSignupPassword(password);
  const showRule = password !== '' && !valid && (paused || left);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (!valid || busy) return;
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
      {/* For password managers: which account the password is of. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={(event) => {
          onType(event.target.value);
          setLeft(false);
          setFailure(null);
        }}
        onBlur={() => setLeft(true)}
        error={showRule ? signupPasswordMessage : failure}
      />
      <PasswordRules password={password} />
      <Button type="submit" size="large" busy={busy} disabled={!valid}>
        Create account
      </Button>
      <Button variant="ghost" onClick={() => onBack(null)}>
        Back
      </Button>
    </form>
  );
}
