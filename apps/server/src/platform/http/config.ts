import type { Services } from '../../services.ts';
import type { Handlers } from './handler.ts';

/** The settings that the web app needs before sign-in. */
export function configHandlers({ settings, exchange }: Services): Handlers<'GET /config'> {
  return {
    'GET /config': () => ({
      product_name: 'Cairn',
      aggregator: { link_script_url: settings.plaid.linkScriptUrl },
      google_client_id: settings.google?.clientId ?? null,
      google_script_url: settings.google?.scriptUrl ?? null,
      apple_client_id: settings.apple?.clientId ?? null,
      oidc_providers: settings.oidc.map(({ name, label }) => ({ name, label })),
      password_sign_up: settings.allowsPasswordSignUp,
      payment_links: settings.stripe.paymentLinks,
      exchange_name: exchange?.name ?? null,
      sandbox: settings.sandboxUrl !== null,
      sandbox_url: settings.sandboxUrl,
    }),
  };
}
