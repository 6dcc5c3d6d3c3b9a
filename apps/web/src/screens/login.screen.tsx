import { type FormEvent, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { signIn } from '../features/auth/auth.api.ts';
import { ProviderButtons } from '../features/auth/provider-buttons.tsx';
import { signInMessage } from '../features/auth/sign-in-message.ts';
import { SignedOutNote } from '../features/auth/signed-out-note.tsx';
import { paths } from '../paths.ts';
import { safeReturnPath } from '../platform/return-path.ts';
import { useSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Field, FormError } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Agreement } from './frame/agreement.tsx';
import { EntryPage, textLinkClass } from './frame/entry-page.tsx';

/** Signs in and goes on to where the person wanted to be. Signed-in people are sent on at once. */
export function Component() {
  const session = useSession();
  const [query] = useSearchParams();
  const next = safeReturnPath(query.get('next'));
  if (session !== null) return <Navigate to={next} replace />;
  return (
    <EntryPage
      footer={
        <>
          New to Cairn?{' '}
          <Link to={paths.signup} className={textLinkClass}>
            Sign up
          </Link>
        </>
      }
    >
      <title>Log in · Cairn</title>
      <h1 className="text-lg font-semibold">Log in</h1>
      <SignedOutNote />
      <LoginForm />
      {/* Whoever signs in is led on by the redirect above. */}
      <ProviderButtons verb="Login" next={next} className="mt-4">
        <Agreement doing="continuing with Google or Apple" />
      </ProviderButtons>
    </EntryPage>
  );
}

/** No validation here: the server alone says whether a name and a password fit. */
function LoginForm() {
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(null);
    try {
      await signIn(String(form.get('username')), String(form.get('password')));
    } catch (error) {
      setFailure(signInMessage(error));
      password.current?.select();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      <Field
        label="Username"
        name="username"
        type="email"
        autoComplete="username"
        placeholder="you@example.com"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        ref={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        aside={
          <Link to={paths.recoverAccount} className={textLinkClass}>
            Forgot password?
          </Link>
        }
      />
      <FormError>{failure}</FormError>
      <Button type="submit" size="large" busy={busy}>
        Login
      </Button>
    </form>
  );
}
