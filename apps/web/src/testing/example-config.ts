import type { CallResponse } from '@cairn/contract/calls';

/** The public configuration of an installation with an exchange and without a sandbox. */
export const exampleConfig: CallResponse<'GET /config'> = {
  product_name: 'Cairn',
  aggregator: { link_script_url: '/link-initialize.js' },
  google_client_id: null,
  google_script_url: null,
  apple_client_id: null,
  payment_links: { yearly: '/yearly', lifetime: '/lifetime' },
  exchange_name: 'Coinbase',
  sandbox: false,
  sandbox_url: null,
};
