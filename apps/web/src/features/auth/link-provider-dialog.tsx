import { useRef, useState } from 'react';
import { useConfig } from '../../platform/config.ts';
import { neededCheck, passwordRefusal, wantsFreshSignIn } from '../../platform/identity-check.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { IdentityCheckField } from '../../ui/identity-check-field.tsx';
import { showToast } from '../../ui/toast.ts';
import { beginAppleLinking } from './apple-journey.ts';
import { GoogleButton } from './google-button.tsx';
import { type ProviderName, providerNames, useLinkGoogle } from './identities.api.ts';
import { AppleMark } from './provider-marks.tsx';

interface Person {
  email: string;
  fresh: boolean;
  hasPassword: boolean;
  onSignInAgain: () => void;
}

/** Links another way to sign in, once the server can be sure who asks. */
export function LinkProviderDialog({
  provider,
  onClosed,
  ...person
}: Person & { provider: ProviderName; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const name = providerNames[provider];
  return (
    <Dialog
      title={`Link ${name}`}
      description={`You can sign in with ${name} then, as well as in the ways you have.`}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
    >
      {provider === 'GOOGLE' ? (
        <LinkGoogle {...person} onLinked={() => setOpen(false)} />
      ) : (
        <LinkApple {...person} />
      )}
    </Dialog>
  );
}

/** Google's button says who somebody is; what it says is then linked. */
function LinkGoogle({ onLinked, ...person }: Person & { onLinked: () => void }) {
  const config = useConfig();
  const link = useLinkGoogle();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const stale = wantsFreshSignIn(link.error);
  const aboutPassword = passwordRefusal(link.error);
  const fresh = person.fresh && !stale && aboutPassword === null;
  const check = neededCheck({ fresh, hasPassword: person.hasPassword });
  const label = 'Continue with Google';
  const take = (credential: string) => {
    // Out of Google's frame, where no key reaches us: Escape is to close the dialog.
    box.current?.focus();
    link.mutate(
      { credential, ...(check === 'password' ? { password } : {}) },
      {
        onSuccess: () => {
          onLinked();
          showToast({
            title: 'Google is linked',
            description: 'You can sign in with it from now on.',
          });
        },
        onError: (error) => {
          if (passwordRefusal(error) !== null) passwordInput.current?.select();
          else if (!wantsFreshSignIn(error)) setFailure(error.message);
        },
      },
    );
  };
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-5">
      <IdentityCheckField
        {...person}
        ref={passwordInput}
        check={check}
        password={password}
        onType={setPassword}
        error={aboutPassword}
      />
      {check === 'password' && password === '' ? (
        <Button variant="secondary" size="large" disabled>
          {label}
        </Button>
      ) : (
        check !== 'sign-in' &&
        config !== null && (
          <GoogleButton
            label={label}
            words="continue_with"
            config={config}
            busy={link.isPending}
            onCredential={take}
            onFailure={setFailure}
          />
        )
      )}
      <FormError>{failure}</FormError>
    </div>
  );
}

/** The trip to Apple comes back without a password: it needs a sign-in that is fresh. */
function LinkApple(person: Person) {
  return (
    <div className="flex flex-col gap-5">
      <IdentityCheckField
        {...person}
        check={person.fresh ? 'none' : 'sign-in'}
        password=""
        onType={() => undefined}
      />
      <Button variant="secondary" size="large" disabled={!person.fresh} onClick={beginAppleLinking}>
        <AppleMark />
        Continue with Apple
      </Button>
    </div>
  );
}
