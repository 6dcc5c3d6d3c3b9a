import Type from 'typebox';
import { defineCalls, strict } from './call.ts';

/** Public configuration that the web app needs before sign-in. Contains no secrets. */
export const Config = strict({
  product_name: Type.String(),
  aggregator: strict({ link_script_url: Type.String() }),
  google_client_id: Type.Union([Type.String(), Type.Null()]),
  google_script_url: Type.Union([Type.String(), Type.Null()]),
  apple_client_id: Type.Union([Type.String(), Type.Null()]),
  /** The operator's own sign-in providers, in the order in which they are shown. */
  oidc_providers: Type.Array(strict({ name: Type.String(), label: Type.String() })),
  /** False if a new account can't be created with a password. */
  password_sign_up: Type.Boolean(),
  payment_links: strict({ yearly: Type.String(), lifetime: Type.String() }),
  exchange_name: Type.Union([Type.String(), Type.Null()]),
  /** True if any provider is the sandbox. The app then shows a notice on every page. */
  sandbox: Type.Boolean(),
  /** The address of the sandbox's page, if there is a sandbox. */
  sandbox_url: Type.Union([Type.String(), Type.Null()]),
});

/** Browsers send more fields than Cairn reads. */
const otherFields = { additionalProperties: true };
const ReportFields = Type.Record(Type.String(), Type.Unknown());

export const platformCalls = defineCalls({
  'GET /config': {
    access: 'public',
    summary: 'Returns the product name, provider client ids, script URLs, and payment links',
    response: Config,
  },
  'POST /csp-reports': {
    access: 'public',
    reports: true,
    summary:
      "Receives browsers' reports of violations of the content security policy, and counts them",
    body: Type.Union([
      // The format of `report-uri`.
      strict({ 'csp-report': ReportFields }),
      // The format of the Reporting API.
      Type.Array(
        Type.Object({ type: Type.String({ maxLength: 100 }), body: ReportFields }, otherFields),
        {
          minItems: 1,
          maxItems: 1_000,
        },
      ),
    ]),
    problems: ['too_many_requests'],
    response: Type.Null(),
    status: 204,
  },
});
