import formbody from '@fastify/formbody';
import type { FastifyPluginAsync } from 'fastify';
import { api } from './api.ts';
import { control } from './control.ts';
import { Deliveries, type DeliverySettings } from './deliver.ts';
import { type Keeper, Ledger } from './ledger.ts';
import { payPages } from './pay.ts';
import { portalPages } from './portal.ts';
import type { Shop } from './shop.ts';

/** With what the app checks that an event comes from this provider. */
export const WEBHOOK_SECRET = 'whsec_sandbox-secret';

/** What the payment provider needs from the sandbox around it. */
export type StripeOptions = {
  appUrl: string;
  apiKey: string;
  clock: { now(): number; today(): string };
  stateFile: Keeper;
  onReset: (forget: () => void) => void;
  retry?: Pick<DeliverySettings, 'firstWait' | 'longestWait'>;
};

/**
 * The payment provider: hosted payment pages, customer portal, signed events, and its API. The official SDK knows only
 * host and port, so `/v1/*` is served at the root; under `/stripe` the same stands beside the pages.
 */
export const stripe: FastifyPluginAsync<StripeOptions> = async (app, options) => {
  const { appUrl, clock } = options;
  const ledger = new Ledger(options.stateFile);
  const deliveries = new Deliveries(ledger, {
    url: `${appUrl}/api/webhooks/stripe`,
    secret: WEBHOOK_SECRET,
    now: () => clock.now(),
    ...options.retry,
  });
  const shop: Shop = {
    ledger,
    deliveries,
    appUrl,
    apiKey: options.apiKey,
    seconds: () => Math.floor(clock.now() / 1000),
    today: () => clock.today(),
  };

  options.onReset(() => {
    deliveries.forget();
    ledger.clear();
  });
  app.addHook('onReady', async () => deliveries.resume());
  app.addHook('onClose', async () => deliveries.close());

  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody);
  await app.register(payPages, { shop });
  await app.register(portalPages, { shop });
  await app.register(control, { shop });
  await app.register(api, { shop });
  await app.register(api, { shop, prefix: '/stripe' });
};
