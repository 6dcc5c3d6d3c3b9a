import { LogIn } from 'lucide-react';
import type { ProviderName } from './provider-name.ts';

/** The provider's logo, or a generic icon for one of the operator's own providers. */
export function ProviderLogo({ provider }: { provider: ProviderName }) {
  if (provider === 'GOOGLE') return <GoogleLogo />;
  if (provider === 'APPLE') return <AppleLogo />;
  return <LogIn aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />;
}

/** Google's logo in its own colors, as its branding rules require. */
export function GoogleLogo() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true" className="size-4.5 shrink-0">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.63-.06-1.25-.16-1.84H9v3.49h4.84a4.14 4.14 0 0 1-1.8 2.71v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.83.86-3.04.86a5.36 5.36 0 0 1-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#fbbc05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1z" />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.95l3.01 2.33A5.36 5.36 0 0 1 9 3.58z"
      />
    </svg>
  );
}

/** Apple's logo in the text color. */
export function AppleLogo() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" fill="currentColor" className="size-5 shrink-0">
      <path d="M13.4 1.6c.1.9-.3 1.8-.8 2.4-.6.7-1.4 1.2-2.3 1.1-.1-.9.3-1.8.8-2.3.6-.7 1.5-1.2 2.3-1.2zM16.2 6.8c-1 .6-1.6 1.6-1.6 2.8 0 1.4.8 2.5 2.1 3-.3.9-.7 1.7-1.2 2.5-.7 1-1.4 2.1-2.6 2.1-1.1 0-1.4-.7-2.7-.7s-1.7.7-2.7.7c-1.2 0-2-1.1-2.7-2.1C3.4 13 3.1 10.7 3.8 8.9c.6-1.5 2-2.5 3.4-2.5 1.2 0 2 .8 3 .8.9 0 1.9-.9 3.3-.9 1.1.1 2 .5 2.7 1.5z" />
    </svg>
  );
}
