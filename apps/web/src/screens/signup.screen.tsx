import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { signIn } from '../features/auth/auth.api.ts';
import { ProviderButtons } from '../features/auth/provider-buttons.tsx';
import { EmailStep } from '../features/signup/email-step.tsx';
import { PasswordStep } from '../features/signup/password-step.tsx';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Agreement } from './frame/agreement.tsx';
import { EntryPage, textLinkClass } from './frame/entry-page.tsx';

type Step = 'email' | 'password' | 'done';
const titles: Record<Step, string> = {
  email: 'Create your account',
  password: 'Choose a password',
  done: 'Success! You can now login',
};
const order: readonly Step[] = ['email', 'password', 'done'];
/** What the history's entry of the second step carries. */
const passwordStep = 'password';
/** The success is seen for this long before the app opens, in milliseconds. */
const successShown = 1200;

/** Opens an account in three steps, then signs in and goes to /. */
export function Component() {
  const session = useSession();
  const [email, setEmail] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [created, setCreated] = useState(false);
  const { state } = useLocation();
  const navigate = useNavigate();
  // The second step has an entry of its own in the history, so that the browser's Back leads to
  // the first and not out of here. A reload forgets what was typed, so it begins anew.
  const onPassword = state === passwordStep && email !== '';
  const step: Step = created ? 'done' : onPassword ? 'password' : 'email';
  // Signed in before, or with Google just now. After signing up, the success is shown first.
  if (session !== null && !created) return <Navigate to={paths.dashboard} replace />;
  return (
    <EntryPage
      footer={
        step !== 'done' && (
          <>
            Already have an account?{' '}
            <Link to={paths.login} className={textLinkClass}>
              Log in
            </Link>
          </>
        )
      }
    >
      <title>Sign up · Cairn</title>
      <Steps step={step} />
      {step === 'email' && (
        <>
          <EmailStep
            initial={email}
            refusal={refusal}
            onDone={(address) => {
              setEmail(address);
              setRefusal(null);
              navigate(paths.signup, { state: passwordStep });
            }}
          />
          <ProviderButtons verb="Sign up" next={paths.dashboard} className="mt-4" />
        </>
      )}
      {step === 'password' && (
        <>
          <p className="mt-1 break-all text-muted">for {email}</p>
          <PasswordStep
            email={email}
            password={password}
            onType={setPassword}
            onBack={(reason) => {
              setRefusal(reason);
              navigate(-1);
            }}
            onDone={() => setCreated(true)}
          />
        </>
      )}
      {step === 'done' ? (
        <Done email={email} password={password} />
      ) : (
        <Agreement doing="signing up" className="mt-5" />
      )}
    </EntryPage>
  );
}

/** Where in the three steps one is; a new step's heading is announced. */
function Steps({ step }: { step: Step }) {
  const at = order.indexOf(step);
  return (
    <>
      <div className="mb-5 flex gap-1.5" aria-hidden="true">
        {order.map((name, index) => (
          <span
            key={name}
            className={classNames(
              'h-1 grow rounded-full transition-colors duration-250',
              index <= at ? 'bg-accent' : 'bg-sunken',
            )}
          />
        ))}
      </div>
      <h1 className="text-lg font-semibold">
        <span className="sr-only">
          Step {at + 1} of {order.length}:{' '}
        </span>
        {titles[step]}
      </h1>
    </>
  );
}

/** The account is there. Signs in and goes on; should that fail, the link is the way. */
function Done({ email, password }: { email: string; password: string }) {
  const navigate = useNavigate();
  const [opening, setOpening] = useState(true);
  const login = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    let gone = false;
    login.current?.focus();
    const shown = new Promise((resolve) => setTimeout(resolve, successShown));
    Promise.all([signIn(email, password), shown]).then(
      () => !gone && navigate(paths.dashboard, { replace: true }),
      () => !gone && setOpening(false),
    );
    return () => {
      gone = true;
    };
  }, [email, password, navigate]);
  return (
    <div className="mt-5 flex flex-col gap-5">
      <p role="status" className="flex items-center gap-2.5 text-muted">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-money-in" />
        {opening ? 'Opening Cairn for you…' : 'Your account is ready.'}
      </p>
      <Link
        ref={login}
        to={paths.login}
        className={buttonClass(opening ? 'secondary' : 'primary', 'large')}
      >
        Log in
      </Link>
    </div>
  );
}
