import { apiBase } from '../../../platform/api/call-request.ts';

/**
 * The purpose of a redirect to Apple or another provider: to sign in and continue at a path of this app, or to link the
 * provider to the signed-in account. Stored in this tab's session storage, because the response doesn't include it.
 */
export type ProviderRedirect = { purpose: 'sign-in'; next: string } | { purpose: 'link' };

/** Starts the redirect to Apple. The browser navigates here; it isn't an API call. Apple returns to /apple/cb. */
export const appleStartUrl = `${apiBase}/code/apple`;

/** Starts the redirect to one of the operator's own providers, in the same way. It returns to /oidc/cb/:name. */
export const oidcStartUrl = (name: string): string =>
  `${apiBase}/code/oidc/${encodeURIComponent(name)}`;

/** The key in `sessionStorage`. */
export const providerRedirectKey = 'providerRedirect';

/** Stores the purpose of a redirect that is about to start. Replaces the purpose of an abandoned redirect. */
export function saveProviderRedirect(redirect: ProviderRedirect): void {
  try {
    sessionStorage.setItem(providerRedirectKey, JSON.stringify(redirect));
  } catch {
    // Without storage, the callback falls back to a sign-in that continues at /.
  }
}

/** Redirects to a provider to link it to the signed-in account. */
export function redirectToLink(startUrl: string): void {
  saveProviderRedirect({ purpose: 'link' });
  window.location.assign(startUrl);
}
