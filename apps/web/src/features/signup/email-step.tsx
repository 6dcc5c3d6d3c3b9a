import { isEmail, signupEmailMessage } from '@cairn/contract/credential-rules';
import { type FormEvent, useState } from 'react';
import { useAfterPause } from '../../platform/after-pause.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { checkEmail } from './signup.api.ts';
import { signupMessage } from './signup-message.ts';

/** Long enough not to interrupt someone who is typing. */
const typingPause = 700;

/** The first step: an address that can still sign up. */
export function EmailStep({
  initial,
  refusal,
  onDone,
}: {
  initial: string;
  /** Why the address was refused at a later step, if it was. */
  refusal: string | null;
  onDone: (email: string) => void;
}) {
  const [email, setEmail] = useState(initial);
  const [left, setLeft] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(refusal);
  const paused = useAfterPause(email, typingPause) === email;
  const valid = isEmail(email);
  const showRule = email !== '' && !valid && (paused || left);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (!valid || busy) return;
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
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder="you@example.com"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={initial !== ''}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setLeft(false);
          setFailure(null);
        }}
        onBlur={() => setLeft(true)}
        error={showRule ? signupEmailMessage : failure}
      />
      <Button type="submit" size="large" busy={busy} disabled={!valid}>
        Next
      </Button>
    </form>
  );
}
