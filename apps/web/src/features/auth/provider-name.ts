import type { SignInProvider } from '@cairn/contract/values';
import type { Config } from '../../platform/config.ts';
import { authCopy } from './auth.copy.ts';

/** An external sign-in provider. */
export type ProviderName = Exclude<SignInProvider, 'email'>;

/** The provider's name as users read it. One that is not configured anymore is named as in its URLs. */
export function providerName(provider: ProviderName, config: Config | null): string {
  if (provider === 'GOOGLE' || provider === 'APPLE') return authCopy.providers[provider];
  const name = provider.slice('OIDC:'.length);
  return config?.oidc_providers.find((each) => each.name === name)?.label ?? name;
}
