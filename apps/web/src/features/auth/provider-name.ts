import type { SignInProvider } from '@cairn/contract/values';
import type { Config } from '../../platform/config.ts';
import { authCopy } from './auth.copy.ts';

/** An external sign-in provider. */
export type ProviderName = Exclude<SignInProvider, 'email'>;

/** The provider's name as users read it. If it is no longer configured, the name in its URLs. */
export function providerName(provider: ProviderName, config: Config | null): string {
  if (provider === 'GOOGLE' || provider === 'APPLE') return authCopy.providers[provider];
  const name = provider.slice('OIDC:'.length);
  return config?.oidc_providers.find((configured) => configured.name === name)?.label ?? name;
}
