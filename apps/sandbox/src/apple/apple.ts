import formbody from '@fastify/formbody';
import type { FastifyPluginAsync } from 'fastify';
import { TokenKey } from '../identity/token-key.ts';
import type { ProviderOptions } from '../provider-options.ts';
import { registerSignInPage } from './authorize-page.ts';
import type { AppleContext } from './consent.ts';
import { control } from './control.ts';
import { noticeControl } from './notices.ts';
import { Records } from './records.ts';
import { tokenCalls } from './token.calls.ts';

/**
 * Sign in with Apple, which returns by form post: its page (`/apple/auth/authorize`), the endpoints that an app's
 * server calls (`token`, `keys`, `revoke`), and `/control/identity/apple`.
 */
export const apple: FastifyPluginAsync<ProviderOptions> = async (app, { context, seed }) => {
  const { stateFile, settings, clock } = context;
  const provider: AppleContext = {
    records: new Records(stateFile),
    key: new TokenKey(stateFile, 'apple_key'),
    seed,
    now: () => clock.now(),
    noticeUrl: `${settings.appUrl}/api/webhooks/apple`,
    redirectUri: `${settings.appUrl}/api/code/apple/callback`,
  };
  context.onReset(() => provider.records.clear());

  await app.register(formbody);
  registerSignInPage(app, provider);
  tokenCalls(app, provider);
  await app.register(control, { provider });
  await app.register(noticeControl, { provider });
};
