import { isEmail, signupEmailMessage } from '@cairn/contract/rules/credential-rules';
import { type FormEvent, useState } from 'react';
import { useDebouncedValue } from '../../platform/browser/debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { checkEmail } from './signup.api.ts';
import { signupCopy } from './signup.copy.ts';
import { signupMessage } from './signup-message.ts';

/** Milliseconds without typing after which problems are shown. */
const typingPause = 700;

/** The first step: an email address that isn't taken. */
export function EmailStep({
  initial,
  initialError,
  onDone,
}: {
  initial: string;
  /** Why a later step rejected the address, or null. */
  initialError: string | null;
  onDone: (email: string) => void;
}) {
  const [email, setEmail] = useState(initial);
  const [isBlurred, setBlurred] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(initialError);
  const isPaused = useDebouncedValue(email, typingPause) === email;
  const isValid = isEmail(email);
  const showRule = email !== '' && !isValid && (isPaused || isBlurred);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBlurred(true);
    if (!isValid || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await checkEmail(email);
      onDone(email);
    } catch (error) {
      setFailure(signupMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      <Field
        label={signupCopy.email}
        name="email"
        type="email"
        autoComplete="email"
        placeholder={signupCopy.emailPlaceholder}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={initial !== ''}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setBlurred(false);
          setFailure(null);
        }}
        onBlur={() => setBlurred(true)}
        error={showRule ? signupEmailMessage : failure}
      />
      <Button type="submit" size="large" busy={busy} disabled={!isValid}>
        {signupCopy.next}
      </Button>
    </form>
  );
}
