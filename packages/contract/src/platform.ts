import Type from 'typebox';
import { defineCalls, strict } from './call.ts';

/** What the web app must know before anyone signs in. Nothing in it is secret. */
export const Config = strict({
  product_name: Type.String(),
  aggregator: strict({ link_script_url: Type.String() }),
  google_client_id: Type.Union([Type.String(), Type.Null()]),
  google_script_url: Type.Union([Type.String(), Type.Null()]),
  apple_client_id: Type.Union([Type.String(), Type.Null()]),
  payment_links: strict({ yearly: Type.String(), lifetime: Type.String() }),
  exchange_name: Type.Union([Type.String(), Type.Null()]),
  /** True while any provider is the sandbox: the app says so on every page. */
  sandbox: Type.Boolean(),
  /** Where a person can see the sandbox, if there is one. */
  sandbox_url: Type.Union([Type.String(), Type.Null()]),
});

export const platformCalls = defineCalls({
  'GET /config': {
    access: 'public',
    summary: 'Product name, provider client ids, script and payment addresses',
    reply: Config,
  },
});
