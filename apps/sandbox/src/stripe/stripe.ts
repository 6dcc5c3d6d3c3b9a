import formbody from '@fastify/formbody';
import type { FastifyPluginAsync } from 'fastify';
import { api } from './api.ts';
import { control } from './control.ts';
import { type DeliverySettings, EventDelivery } from './events/event-delivery.ts';
import { Ledger, type StateStorage } from './ledger.ts';
import { payPages } from './pages/pay.ts';
import { portalPages } from './pages/portal.ts';
import type { StripeContext } from './stripe-context.ts';

/** The secret that signs webhooks. The app verifies events with it. */
export const WEBHOOK_SECRET = 'whsec_sandbox-secret';

/** What the payment provider needs from the sandbox. */
export type StripeOptions = {
  appUrl: string;
  apiKey: string;
  clock: { now(): number; today(): string };
  stateFile: StateStorage;
  onReset: (reset: () => void) => void;
  retry?: Pick<DeliverySettings, 'firstRetryDelay' | 'maxRetryDelay'>;
};

/**
 * The payment provider: hosted payment pages, customer portal, signed events, and API. The official SDK supports only a
 * host and port, so `/v1/*` is served at the root, and also under `/stripe`.
 */
export const stripe: FastifyPluginAsync<StripeOptions> = async (app, options) => {
  const { appUrl, clock } = options;
  const ledger = new Ledger(options.stateFile);
  const delivery = new EventDelivery(ledger, {
    url: `${appUrl}/api/webhooks/stripe`,
    secret: WEBHOOK_SECRET,
    now: () => clock.now(),
    ...options.retry,
  });
  const context: StripeContext = {
    ledger,
    delivery,
    appUrl,
    apiKey: options.apiKey,
    nowSeconds: () => Math.floor(clock.now() / 1000),
    today: () => clock.today(),
  };

  options.onReset(() => {
    delivery.cancelRetries();
    ledger.clear();
  });
  app.addHook('onReady', async () => delivery.resume());
  app.addHook('onClose', async () => delivery.close());

  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody);
  await app.register(payPages, { context });
  await app.register(portalPages, { context });
  await app.register(control, { context });
  await app.register(api, { context });
  await app.register(api, { context, prefix: '/stripe' });
};
