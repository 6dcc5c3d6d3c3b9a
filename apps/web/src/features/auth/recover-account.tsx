import { isEmail } from '@cairn/contract/credential-rules';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { requestReset } from './codes.api.ts';
import { requestTrouble } from './request-trouble.ts';

/** What came of asking for a mail: nothing to add, or why it may not have been sent. */
export interface AskedForMail {
  readonly email: string;
  readonly trouble: string | null;
}

/** Asks for the mail that leads to a new password. */
export function RecoverAccountForm({ onAsked }: { onAsked: (asked: AskedForMail) => void }) {
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const refused = tried && !isEmail(email);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isEmail(email)) field.current?.focus();
    if (!isEmail(email) || busy) return;
    setBusy(true);
    const trouble = await requestReset(email).then(() => null, requestTrouble);
    onAsked({ email, trouble });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      <Field
        ref={field}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        placeholder="you@example.com"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={refused ? 'Invalid email address' : null}
      />
      <Button type="submit" size="large" busy={busy} disabled={refused}>
        Send reset link
      </Button>
    </form>
  );
}
