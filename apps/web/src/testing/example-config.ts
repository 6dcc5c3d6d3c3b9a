import type { CallResponse } from '@cairn/contract/calls';

/**
 * The public configuration of an installation with every feature, for component tests. The app loads the configuration
 * once per page, and the tests share their page, so all of them use this configuration.
 */
export const exampleConfig: CallResponse<'GET /config'> = {
  product_name: 'Cairn',
  aggregator: { link_script_url: 'https://bank.example/link.js' },
  google_client_id: null,
  google_script_url: null,
  apple_client_id: null,
  oidc_providers: [{ name: 'home', label: 'Home' }],
  password_sign_up: true,
  payment_links: {
    yearly: 'https://pay.example/yearly',
    lifetime: 'https://pay.example/lifetime',
  },
  exchange_name: 'Coinbase',
  sandbox: false,
  sandbox_url: null,
};
