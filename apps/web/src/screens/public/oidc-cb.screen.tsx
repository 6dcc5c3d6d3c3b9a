import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  linkOidc,
  type OidcResponse,
  signInWithOidc,
} from '../../features/auth/codes/one-time-codes.api.ts';
import { providerName } from '../../features/auth/provider-name.ts';
import { useConfig } from '../../platform/config.ts';
import { ProviderCallbackPage } from './provider-callback-page.tsx';

/** The redirect URI of one of the operator's own providers, for signing in and for linking it. */
export function Component() {
  const { name = '' } = useParams();
  const [query] = useSearchParams();
  const config = useConfig();
  // The response is kept in state, because it is removed from the URL before it is used.
  const [{ code, error, response }] = useState(() => readResponse(name, query));
  return (
    <ProviderCallbackPage
      provider={providerName(`OIDC:${name}`, config)}
      cancelReason="providerCanceled"
      code={code}
      error={error}
      signIn={() => signInWithOidc(response)}
      link={() => linkOidc(response)}
    />
  );
}

function readResponse(name: string, query: URLSearchParams) {
  const code = query.get('code');
  const iss = query.get('iss');
  const response: OidcResponse = {
    name,
    code: code ?? '',
    state: query.get('state') ?? '',
    ...(iss === null ? {} : { iss }),
  };
  return { code, error: query.get('error'), response };
}
