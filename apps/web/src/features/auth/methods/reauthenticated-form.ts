import { type FormEvent, useRef, useState } from 'react';
import {
  requiredReauthentication,
  requiresFreshSignIn,
  wrongPasswordMessage,
} from '../../../domain/reauthentication.ts';

/** What is sent to reauthenticate: the password, if one is required. */
export interface Credentials {
  password?: string;
}

/** A call that requires reauthentication, with its state. */
interface ReauthenticatedCall {
  error: Error | null;
  isPending: boolean;
  send: (
    credentials: Credentials,
    callbacks: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void;
}

/**
 * The state of a form whose call requires reauthentication: the props of its `ReauthenticationField`, whether it can be
 * submitted, and an error that is not about reauthentication.
 */
export function useReauthenticatedForm(
  { fresh, hasPassword }: { fresh: boolean; hasPassword: boolean },
  { error, isPending, send }: ReauthenticatedCall,
  onSuccess: () => void,
) {
  const [password, setPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const stale = requiresFreshSignIn(error);
  const aboutPassword = wrongPasswordMessage(error);
  // The sign-in may have stopped being recent since the page was opened.
  const check = requiredReauthentication({
    fresh: fresh && !stale && aboutPassword === null,
    hasPassword,
  });
  const ready = check === 'none' || (check === 'password' && password !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || isPending) return;
    send(check === 'password' ? { password } : {}, {
      onSuccess,
      onError: (failure) => {
        if (wrongPasswordMessage(failure) !== null) passwordInput.current?.select();
      },
    });
  };
  return {
    field: {
      ref: passwordInput,
      check,
      password,
      onChange: setPassword,
      error: aboutPassword,
    },
    ready,
    submit,
    failure: error && !stale && aboutPassword === null ? error : null,
  };
}
