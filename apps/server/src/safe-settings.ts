import type { Settings } from './env.ts';
import type { Variables } from './environment-variables.ts';
import { findExcessiveLimits } from './platform/limits/rate-limits.ts';

/** A variable's name and a description of its problem. Together, they form a sentence. */
type SettingProblem = [name: keyof Variables, problem: string];

type ProviderSettings = Pick<
  Settings,
  'plaid' | 'stripe' | 'google' | 'apple' | 'oidc' | 'quotes' | 'coinbase' | 'breaches'
>;

const sandboxKeys = new Set(['sandbox-client', 'sandbox-secret', 'whsec_sandbox-secret']);
const tlsModes = new Set(['require', 'verify-ca', 'verify-full']);

/** True for a name or an address of this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/**
 * True if only this machine can reach Cairn, which may then use the sandbox. Otherwise, anyone who can reach Cairn
 * could use the sandbox's public secrets, such as the one that signs payment events.
 */
export const isLocal = ({ NODE_ENV, HOST, PUBLIC_URL }: Variables): boolean =>
  NODE_ENV !== 'production' &&
  isLoopback(HOST) &&
  (PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname));

/** Lists every setting that is unsafe for this deployment. */
export function findUnsafeSettings(
  variables: Variables,
  settings: ProviderSettings & Pick<Settings, 'rateLimits'>,
): SettingProblem[] {
  return [
    ...(isLocal(variables) ? [] : checkProviders(variables, settings)),
    ...(variables.NODE_ENV === 'production' ? checkProduction(variables, settings) : []),
  ];
}

/** Checks that no provider is replaced by the sandbox, and that every provider's URL uses HTTPS. */
function checkProviders(variables: Variables, settings: ProviderSettings): SettingProblem[] {
  const keys = {
    PLAID_CLIENT_ID: settings.plaid.clientId,
    PLAID_SECRET: settings.plaid.secret,
    STRIPE_SECRET_KEY: settings.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: settings.stripe.webhookSecret,
    GOOGLE_CLIENT_ID: settings.google?.clientId,
    APPLE_CLIENT_ID: settings.apple?.clientId,
    QUOTES_API_KEY: settings.quotes?.apiKey,
    COINBASE_CLIENT_ID: settings.coinbase?.clientId,
    COINBASE_CLIENT_SECRET: settings.coinbase?.clientSecret,
  };
  const required: (keyof Variables)[] = ['SMTP_URL', 'MAIL_FROM'];
  if (settings.apple !== null) required.push('APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY');
  const exception = 'unless only this machine can reach Cairn (see NODE_ENV, HOST, and PUBLIC_URL)';
  return [
    ...required
      .filter((name) => variables[name] === undefined)
      .map((name): SettingProblem => [name, `must be set ${exception}`]),
    ...(Object.entries(keys) as [keyof Variables, string | undefined][]) // The keys of the object above.
      .filter(([, value]) => value !== undefined && sandboxKeys.has(value))
      .map(
        ([name]): SettingProblem => [name, `must be set to the real provider's value ${exception}`],
      ),
    ...providerUrls(settings)
      .filter(([, url]) => !url.startsWith('https://'))
      .map(([name]): SettingProblem => [name, `must be an https URL ${exception}`]),
    ...settings.oidc
      .filter(({ issuer }) => !issuer.startsWith('https://'))
      .map(
        ({ name }): SettingProblem => [
          'OIDC_PROVIDERS',
          `must have an https issuer for ${name} ${exception}`,
        ],
      ),
  ];
}

/** Checks that the public URL uses HTTPS, a remote database uses TLS, and rate limits are not too high. */
function checkProduction(
  variables: Variables,
  { rateLimits }: Pick<Settings, 'rateLimits'>,
): SettingProblem[] {
  const problems: SettingProblem[] = [];
  if (variables.PUBLIC_URL === undefined)
    problems.push(['PUBLIC_URL', 'must be set in production']);
  else if (!variables.PUBLIC_URL.startsWith('https://'))
    problems.push(['PUBLIC_URL', 'must be an https URL in production']);
  if (variables.DATABASE_WITHOUT_TLS !== '1')
    for (const name of ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_OWNER_URL'] as const)
      if (isWithoutTls(variables[name]))
        problems.push([
          name,
          'must have sslmode=verify-full (or require) for a database on another machine, unless DATABASE_WITHOUT_TLS=1 says that the network is private',
        ]);
  for (const { name, max } of findExcessiveLimits(rateLimits))
    problems.push(['RATE_LIMITS', `must be at most ${name}=${max} in production`]);
  return problems;
}

/**
 * True for the URL of a PostgreSQL server on another machine that does not require TLS. A socket has no host, or a
 * path as its host.
 */
function isWithoutTls(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host)) return false;
  return !tlsModes.has(searchParams.get('sslmode') ?? '');
}

/** Returns the URLs of all providers that are offered, by the variable that sets them. */
export const providerUrls = ({
  plaid,
  stripe,
  google,
  apple,
  quotes,
  coinbase,
  breaches,
}: ProviderSettings): [keyof Variables, string][] => [
  ['PLAID_BASE_URL', plaid.baseUrl],
  ['PLAID_LINK_SCRIPT_URL', plaid.linkScriptUrl],
  ['STRIPE_API_URL', stripe.apiUrl],
  ['STRIPE_PAYMENT_LINK_YEARLY', stripe.paymentLinks.yearly],
  ['STRIPE_PAYMENT_LINK_LIFETIME', stripe.paymentLinks.lifetime],
  ...optionalUrls(google, { GOOGLE_SCRIPT_URL: 'scriptUrl', GOOGLE_JWKS_URL: 'jwksUrl' }),
  ...optionalUrls(apple, { APPLE_BASE_URL: 'baseUrl' }),
  ...optionalUrls(quotes, { QUOTES_URL: 'baseUrl' }),
  ...optionalUrls(coinbase, { COINBASE_LOGIN_URL: 'loginUrl', COINBASE_API_URL: 'apiUrl' }),
  ...optionalUrls(breaches, { PASSWORD_BREACH_URL: 'baseUrl' }),
];

/** Returns the URLs of a provider by their variables; none if it is not offered. */
function optionalUrls<Field extends string>(
  provider: Readonly<Record<Field, string>> | null,
  fields: Partial<Record<keyof Variables, Field>>,
): [keyof Variables, string][] {
  if (provider === null) return [];
  const entries = Object.entries(fields) as [keyof Variables, Field][]; // The keys of `fields`.
  return entries.map(([name, field]) => [name, provider[field]]);
}
