import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { authCopy } from '../../features/auth/auth.copy.ts';
import { linkApple, signInWithAppleCode } from '../../features/auth/codes/one-time-codes.api.ts';
import { ProviderCallbackPage } from './provider-callback-page.tsx';

/** Apple's redirect URI, for signing in and for linking Apple. */
export function Component() {
  const [query] = useSearchParams();
  // The parameters are kept in state, because the code is removed from the URL before it is used.
  const [{ code, error }] = useState({ code: query.get('code'), error: query.get('error') });
  return (
    <ProviderCallbackPage
      provider={authCopy.providers.APPLE}
      cancelReason="appleCanceled"
      code={code}
      error={error}
      signIn={() => signInWithAppleCode(code ?? '')}
      link={() => linkApple(code ?? '')}
    />
  );
}
