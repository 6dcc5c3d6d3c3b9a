import { formatMessage } from '@cairn/contract/text/copy';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { signIn } from '../../features/auth/auth.api.ts';
import { ProviderButtons } from '../../features/auth/sign-in/provider-buttons.tsx';
import { EmailStep } from '../../features/signup/email-step.tsx';
import { PasswordStep } from '../../features/signup/password-step.tsx';
import { paths } from '../../paths.ts';
import { useConfig } from '../../platform/config.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { entryCopy } from '../entry.copy.ts';
import { Agreement } from '../frame/pages/agreement.tsx';
import { AboutLink, EntryPage, textLinkClass } from '../frame/pages/entry-page.tsx';

const signUpCopy = entryCopy.signUp;

type Step = 'email' | 'password' | 'done';
const titles: Record<Step, string> = {
  email: signUpCopy.emailTitle,
  password: signUpCopy.passwordTitle,
  done: signUpCopy.doneTitle,
};
const stepOrder: readonly Step[] = ['email', 'password', 'done'];
/** The state of the second step's history entry. */
const passwordStep = 'password';
/** Milliseconds for which the success is shown before the app opens. */
const successDelay = 1200;

/** Creates an account in three steps, then signs in and opens /. */
export function Component() {
  const session = useSession();
  const [email, setEmail] = useState('');
  const [emailError, setEmailError] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [isCreated, setCreated] = useState(false);
  // Most installations accept passwords, so the form need not wait for the config.
  const acceptsPasswords = useConfig()?.password_sign_up ?? true;
  const { state } = useLocation();
  const navigate = useNavigate();
  // The second step has its own history entry, so that the back button leads to the first step. A
  // reload clears the email address, so sign-up starts over.
  const isPasswordStep = state === passwordStep && email !== '';
  const step: Step = isCreated ? 'done' : isPasswordStep ? 'password' : 'email';
  // The user was already signed in, or has just signed in with a provider. After sign-up, the success is shown first.
  if (session !== null && !isCreated) return <Navigate to={paths.dashboard} replace />;
  return (
    <EntryPage footer={step !== 'done' && <LogInInstead />}>
      <title>{signUpCopy.pageTitle}</title>
      {acceptsPasswords ? (
        <Steps step={step} />
      ) : (
        <h1 className="text-lg font-semibold">{signUpCopy.emailTitle}</h1>
      )}
      {step === 'email' && (
        <>
          {acceptsPasswords ? (
            <EmailStep
              initial={email}
              initialError={emailError}
              onDone={(address) => {
                setEmail(address);
                setEmailError(null);
                navigate(paths.signup, { state: passwordStep });
              }}
            />
          ) : (
            <p className="mt-2 text-muted">{signUpCopy.providersOnly}</p>
          )}
          <ProviderButtons
            verb="Sign up"
            next={paths.dashboard}
            isAlternative={acceptsPasswords}
            className="mt-4"
          />
        </>
      )}
      {step === 'password' && (
        <>
          <p className="mt-1 break-all text-muted">
            {formatMessage(signUpCopy.forEmail, { email })}
          </p>
          <PasswordStep
            email={email}
            password={password}
            onChange={setPassword}
            onBack={(reason) => {
              setEmailError(reason);
              navigate(-1);
            }}
            onDone={() => setCreated(true)}
          />
        </>
      )}
      {step === 'done' ? (
        <Done email={email} password={password} />
      ) : (
        <Agreement text={signUpCopy.agreement} className="mt-5" />
      )}
    </EntryPage>
  );
}

function LogInInstead() {
  return (
    <>
      <Message
        text={signUpCopy.haveAccount}
        values={{
          logIn: (
            <Link to={paths.login} className={textLinkClass}>
              {entryCopy.logIn}
            </Link>
          ),
        }}
      />
      <AboutLink />
    </>
  );
}

/** The progress through the steps, and the current step's heading. */
function Steps({ step }: { step: Step }) {
  const current = stepOrder.indexOf(step);
  return (
    <>
      <div className="mb-5 flex gap-1.5" aria-hidden="true">
        {stepOrder.map((name, index) => (
          <span
            key={name}
            className={classNames(
              'h-1 grow rounded-full transition-colors duration-250',
              index <= current ? 'bg-accent' : 'bg-sunken',
            )}
          />
        ))}
      </div>
      <h1 className="text-lg font-semibold">
        <span className="sr-only">
          {formatMessage(signUpCopy.step, { step: current + 1, count: stepOrder.length })}
        </span>
        {titles[step]}
      </h1>
    </>
  );
}

/** Shown once the account has been created. Signs in and opens the app; if that fails, the login link remains. */
function Done({ email, password }: { email: string; password: string }) {
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(true);
  const login = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    let isUnmounted = false;
    login.current?.focus();
    const delay = new Promise((resolve) => setTimeout(resolve, successDelay));
    Promise.all([signIn(email, password), delay]).then(
      () => !isUnmounted && navigate(paths.dashboard, { replace: true }),
      () => !isUnmounted && setOpening(false),
    );
    return () => {
      isUnmounted = true;
    };
  }, [email, password, navigate]);
  return (
    <div className="mt-5 flex flex-col gap-5">
      <p role="status" className="flex items-center gap-2.5 text-muted">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-money-in" />
        {isOpening ? signUpCopy.opening : signUpCopy.ready}
      </p>
      <Link
        ref={login}
        to={paths.login}
        className={buttonClass(isOpening ? 'secondary' : 'primary', 'large')}
      >
        {entryCopy.logIn}
      </Link>
    </div>
  );
}
