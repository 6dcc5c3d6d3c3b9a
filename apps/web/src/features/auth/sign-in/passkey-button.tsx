import { Fingerprint } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { authCopy } from '../auth.copy.ts';
import { supportsPasskeys } from '../passkeys/passkey-support.ts';
import { usePasskeySignIn } from './passkey-sign-in.ts';

/**
 * A button that signs in with a passkey. While it is mounted, the browser also suggests passkeys in the page's username
 * field. Renders nothing in a browser that doesn't support passkeys.
 */
export function PasskeyButton({ className }: { className?: string }) {
  const { busy, failure, signIn } = usePasskeySignIn();
  if (!supportsPasskeys()) return null;
  return (
    <div className={className}>
      <Button variant="secondary" size="large" className="w-full" busy={busy} onClick={signIn}>
        <Fingerprint aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {authCopy.signIn.passkey}
      </Button>
      <FormError className="mt-3">{failure}</FormError>
    </div>
  );
}
