import formbody from '@fastify/formbody';
import type { FastifyPluginAsync } from 'fastify';
import type { ProviderOptions } from '../provider-options.ts';
import { registerConsentPage } from './consent-page.ts';
import { control } from './control.ts';
import { dataCalls } from './data.calls.ts';
import type { ExchangeContext } from './exchange-context.ts';
import { Grants } from './grants.ts';
import { Holdings } from './holdings.ts';
import { tokenCalls } from './token.calls.ts';

/**
 * The crypto exchange: its consent page (`/coinbase/oauth2/auth`), the endpoints that an app's server calls
 * (`oauth2/token`, `oauth2/revoke`, `v2/accounts`, `v2/exchange-rates`), and `/control/exchange`.
 */
export const coinbase: FastifyPluginAsync<ProviderOptions> = async (app, { context, seed }) => {
  const { stateFile, settings, clock } = context;
  const exchange: ExchangeContext = {
    grants: new Grants(stateFile),
    holdings: new Holdings(clock, seed),
    now: () => clock.now(),
    redirectUri: `${settings.appUrl}/crypto/callback`,
  };
  context.onReset(() => {
    exchange.grants.clear();
    exchange.holdings.clear();
  });

  await app.register(formbody);
  registerConsentPage(app, exchange);
  tokenCalls(app, exchange);
  dataCalls(app, exchange);
  await app.register(control, { exchange });
};
