import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { signIn } from '../../features/auth/auth.api.ts';
import { setPendingSignIn, usePendingSignIn } from '../../features/auth/factors/pending-sign-in.ts';
import { LoginNote } from '../../features/auth/sign-in/login-note.tsx';
import { PasskeyButton } from '../../features/auth/sign-in/passkey-button.tsx';
import { ProviderButtons } from '../../features/auth/sign-in/provider-buttons.tsx';
import { signInMessage } from '../../features/auth/sign-in/sign-in-message.ts';
import { paths } from '../../paths.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { codeFragment } from '../../platform/session/code-in-address.ts';
import { safeReturnPath } from '../../platform/session/return-path.ts';
import { useSession } from '../../platform/session/session.ts';
import { useAddressCode } from '../../platform/session/use-address-code.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError } from '../../ui/form/field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { Message } from '../../ui/message.tsx';
import { Agreement } from '../frame/pages/agreement.tsx';
import { AboutLink, EntryPage, textLinkClass } from '../frame/pages/entry-page.tsx';
import { loginCopy } from './login.copy.ts';

const SecondStep = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../../features/auth/factors/second-step.tsx')).SecondStep,
  })),
);

/** Signs in and opens the page that the user requested. Signed-in users are redirected at once. */
export function Component() {
  const session = useSession();
  const [query] = useSearchParams();
  const { code } = useAddressCode();
  const next = `${safeReturnPath(query.get('next'))}${codeFragment(code)}`;
  const pending = usePendingSignIn();
  const [failure, setFailure] = useState<string | null>(null);
  if (session !== null) return <Navigate to={next} replace />;
  return (
    <EntryPage
      footer={
        <>
          <Message
            text={loginCopy.newToCairn}
            values={{
              signUp: (
                <Link to={paths.signup} className={textLinkClass}>
                  {loginCopy.signUp}
                </Link>
              ),
            }}
          />
          <AboutLink />
        </>
      }
    >
      <title>{loginCopy.pageTitle}</title>
      {/* After sign-in, the redirect above opens the next page. */}
      {pending === null ? (
        <>
          <h1 className="text-lg font-semibold">{loginCopy.title}</h1>
          <LoginNote />
          <LoginForm initialFailure={failure} />
          <PasskeyButton className="mt-3" />
          <ProviderButtons verb="Login" next={next} className="mt-4">
            <Agreement text={loginCopy.agreement} />
          </ProviderButtons>
        </>
      ) : (
        <Suspense fallback={<div className="h-64" />}>
          <SecondStep
            key={pending.challenge}
            pending={pending}
            onBack={(reason) => {
              setFailure(reason);
              setPendingSignIn(null);
            }}
          />
        </Suspense>
      )}
    </EntryPage>
  );
}

/** The form has no client-side validation: only the server checks the credentials. */
function LoginForm({ initialFailure }: { initialFailure: string | null }) {
  const [failure, setFailure] = useState(initialFailure);
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
        label={loginCopy.username}
        name="username"
        type="email"
        autoComplete="username webauthn"
        placeholder={loginCopy.usernamePlaceholder}
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        ref={password}
        label={loginCopy.password}
        name="password"
        autoComplete="current-password"
        aside={
          <Link to={paths.recoverAccount} className={textLinkClass}>
            {loginCopy.forgotPassword}
          </Link>
        }
      />
      <FormError>{failure}</FormError>
      <Button type="submit" size="large" busy={busy}>
        {loginCopy.submit}
      </Button>
    </form>
  );
}
