import {
  createEnvironmentReader,
  type Environment,
  type EnvironmentReader,
} from './platform/environment-reader.ts';
import { parseRateLimits, type RateLimits } from './platform/limits/rate-limits.ts';
import { isP256PrivateKey, sandboxAppleKey } from './platform/secrets/sandbox-apple-key.ts';
import { loadSecretKeys, type SecretKeys } from './platform/secrets/secret-keys.ts';
import type { CoinbaseSettings } from './providers/coinbase/client.ts';

/** All settings from the environment. No other file reads it. */
export interface Settings {
  production: boolean;
  host: string;
  port: number;
  /** The public base URL for mail links, webhooks, and redirects, without a trailing slash. */
  publicUrl: string;
  databaseUrl: string;
  /** For LISTEN, in case `databaseUrl` goes through a transaction pooler. */
  databaseListenUrl: string;
  dataDir: string;
  /** The folder of daily backups; null if none are made. */
  backupDir: string | null;
  logLevel: string;
  trustProxy: string | false;
  apiOrigins: string[];
  /** Stops the process when its standard input closes. Set by the parent process. */
  watchParent: boolean;
  keys: SecretKeys;
  sandboxUrl: string | null;
  plaid: { clientId: string; secret: string; baseUrl: string; linkScriptUrl: string };
  stripe: {
    secretKey: string;
    webhookSecret: string;
    apiUrl: string;
    paymentLinks: { yearly: string; lifetime: string };
  };
  /** Null if it is not offered (in production, without a client ID). */
  google: { clientId: string; scriptUrl: string; jwksUrl: string } | null;
  /** Null if it is not offered (in production, without a client ID). */
  apple: AppleSettings | null;
  /** Null if no stock prices are shown (in production, without a key). */
  quotes: QuotesSettings | null;
  /** Null if no exchange can be linked (in production, without a client ID). */
  coinbase: CoinbaseSettings | null;
  mail: { smtpUrl: string; from: string };
  rateLimits: RateLimits;
}

/** A Services ID and its key, as shown in Apple's developer portal. */
export interface AppleSettings {
  clientId: string;
  teamId: string;
  keyId: string;
  /** PKCS #8, PEM. */
  privateKey: string;
  baseUrl: string;
}

/** The provider of stock prices, and the stocks to show. */
export interface QuotesSettings {
  /** The provider's display name. */
  source: 'Finnhub' | 'Sandbox';
  apiKey: string;
  baseUrl: string;
  /** In display order. */
  symbols: string[];
}

const sandboxKeys = new Set(['sandbox-client', 'sandbox-secret', 'whsec_sandbox-secret']);

const defaultSymbols = 'AAPL,AMZN,BRK.B,COST,GOOGL,JPM,META,MSFT,NVDA,TSLA';
/** Three attempts per symbol stay within the 60 calls a minute of the provider's free plan. */
const maxSymbols = 20;

/** The environment is invalid. The message has one line per missing or invalid variable. */
export class SettingsError extends Error {
  constructor(errors: string[]) {
    super(`Invalid environment:\n${errors.map((error) => `  - ${error}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Reads the settings. An empty variable counts as unset. Throws `SettingsError` with all errors at once. */
export function readSettings(environment: Environment): Settings {
  const errors: string[] = [];
  const read = createEnvironmentReader(environment, errors);
  const production = environment.NODE_ENV === 'production';
  const port = read.port('PORT', 3000);
  const publicUrl = read.url('PUBLIC_URL', `http://localhost:${port}`).replace(/\/$/, '');
  const sandboxUrl = `http://localhost:${read.port('SANDBOX_PORT', 3001)}`;
  const dataDir = read.text('DATA_DIR', '.data');
  const databaseUrl = read.required('DATABASE_URL');
  const settings: Omit<Settings, 'keys' | 'sandboxUrl'> = {
    production,
    host: read.text('HOST', '127.0.0.1'),
    port,
    publicUrl,
    databaseUrl,
    databaseListenUrl: read.text('DATABASE_LISTEN_URL', databaseUrl),
    dataDir,
    backupDir: read.text('BACKUP_DIR', '') || null,
    logLevel: read.text('LOG_LEVEL', 'info'),
    trustProxy: read.text('TRUST_PROXY', '') || false,
    apiOrigins: read.list('API_ORIGINS'),
    watchParent: environment.PARENT_WATCH === '1',
    plaid: {
      clientId: read.text('PLAID_CLIENT_ID', 'sandbox-client'),
      secret: read.text('PLAID_SECRET', 'sandbox-secret'),
      baseUrl: read.url('PLAID_BASE_URL', `${sandboxUrl}/plaid`),
      linkScriptUrl: read.url(
        'PLAID_LINK_SCRIPT_URL',
        `${sandboxUrl}/plaid/link/v2/stable/link-initialize.js`,
      ),
    },
    stripe: {
      secretKey: read.text('STRIPE_SECRET_KEY', 'sandbox-secret'),
      webhookSecret: read.text('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox-secret'),
      apiUrl: read.url('STRIPE_API_URL', sandboxUrl),
      paymentLinks: {
        yearly: read.url('STRIPE_PAYMENT_LINK_YEARLY', `${sandboxUrl}/stripe/pay/yearly`),
        lifetime: read.url('STRIPE_PAYMENT_LINK_LIFETIME', `${sandboxUrl}/stripe/pay/lifetime`),
      },
    },
    ...readIdentityProviders(environment, read, errors, sandboxUrl),
    quotes: readQuotes(environment, read, errors, sandboxUrl),
    coinbase: readCoinbase(environment, read, sandboxUrl),
    mail: {
      smtpUrl: read.text('SMTP_URL', `smtp://localhost:${read.port('SMTP_PORT', 3025)}`),
      from: read.text('MAIL_FROM', 'Cairn <no-reply@cairn.example>'),
    },
    rateLimits: parseRateLimits(environment.RATE_LIMITS ?? '', errors),
  };
  if (production) errors.push(...checkProduction(environment, settings));
  const keys = loadSecretKeys({
    sessionKey: environment.SESSION_KEY || undefined,
    tokenKeys: environment.TOKEN_KEYS || undefined,
    dataDir,
    mayGenerate: !production,
    errors,
  });
  if (errors.length > 0 || keys === undefined) throw new SettingsError(errors);
  const usesSandbox = providerUrls(settings).some(([, url]) => url.startsWith(sandboxUrl));
  return { ...settings, keys, sandboxUrl: usesSandbox ? sandboxUrl : null };
}

/** In production each requires its client ID. Otherwise the sandbox is used. */
function readIdentityProviders(
  environment: Environment,
  read: EnvironmentReader,
  errors: string[],
  sandboxUrl: string,
): Pick<Settings, 'google' | 'apple'> {
  const isOffered = (clientId: string | undefined) =>
    environment.NODE_ENV !== 'production' || Boolean(clientId);
  const google = {
    clientId: read.text('GOOGLE_CLIENT_ID', 'sandbox-client'),
    scriptUrl: read.url('GOOGLE_SCRIPT_URL', `${sandboxUrl}/google/gsi/client`),
    jwksUrl: read.url('GOOGLE_JWKS_URL', `${sandboxUrl}/google/oauth2/v3/certs`),
  };
  const apple = {
    clientId: read.text('APPLE_CLIENT_ID', 'sandbox-client'),
    teamId: read.text('APPLE_TEAM_ID', 'SANDBOXTEAM'),
    keyId: read.text('APPLE_KEY_ID', 'SANDBOXKEY'),
    privateKey: read.text('APPLE_PRIVATE_KEY', sandboxAppleKey).replaceAll('\\n', '\n'),
    // A different host than the app's, as in production, because Apple's form post is cross-site.
    baseUrl: read.url('APPLE_BASE_URL', `${sandboxUrl.replace('localhost', '127.0.0.1')}/apple`),
  };
  if (!isP256PrivateKey(apple.privateKey))
    errors.push('APPLE_PRIVATE_KEY must be the text of the .p8 file from Apple');
  return {
    google: isOffered(environment.GOOGLE_CLIENT_ID) ? google : null,
    apple: isOffered(environment.APPLE_CLIENT_ID) ? apple : null,
  };
}

/** In production it requires its key. Otherwise the sandbox is used. */
function readQuotes(
  environment: Environment,
  read: EnvironmentReader,
  errors: string[],
  sandboxUrl: string,
): QuotesSettings | null {
  const baseUrl = read.url('QUOTES_URL', `${sandboxUrl}/quotes/api/v1`).replace(/\/$/, '');
  const symbols = [...new Set(read.list('QUOTES_SYMBOLS', defaultSymbols))];
  const invalid = symbols.filter((symbol) => !/^[A-Z0-9][A-Z0-9.:-]{0,14}$/.test(symbol));
  if (invalid.length > 0 || symbols.length > maxSymbols)
    errors.push(`QUOTES_SYMBOLS must be at most ${maxSymbols} stock symbols such as AAPL,BRK.B`);
  if (environment.NODE_ENV === 'production' && !environment.QUOTES_API_KEY) return null;
  return {
    source: baseUrl.startsWith(`${sandboxUrl}/`) ? 'Sandbox' : 'Finnhub',
    apiKey: read.text('QUOTES_API_KEY', 'sandbox-secret'),
    baseUrl,
    symbols,
  };
}

/** In production it requires its client ID. Otherwise the sandbox is used. */
function readCoinbase(
  { NODE_ENV, COINBASE_CLIENT_ID }: Environment,
  read: EnvironmentReader,
  sandboxUrl: string,
): CoinbaseSettings | null {
  const coinbase = {
    clientId: read.text('COINBASE_CLIENT_ID', 'sandbox-client'),
    clientSecret: read.text('COINBASE_CLIENT_SECRET', 'sandbox-secret'),
    loginUrl: read.url('COINBASE_LOGIN_URL', `${sandboxUrl}/coinbase`).replace(/\/$/, ''),
    apiUrl: read.url('COINBASE_API_URL', `${sandboxUrl}/coinbase`).replace(/\/$/, ''),
  };
  return NODE_ENV === 'production' && !COINBASE_CLIENT_ID ? null : coinbase;
}

type ProviderSettings = Pick<
  Settings,
  'plaid' | 'stripe' | 'google' | 'apple' | 'quotes' | 'coinbase' | 'mail'
>;

const providerUrls = ({
  plaid,
  stripe,
  google,
  apple,
  quotes,
  coinbase,
}: ProviderSettings): [string, string][] => [
  ['PLAID_BASE_URL', plaid.baseUrl],
  ['PLAID_LINK_SCRIPT_URL', plaid.linkScriptUrl],
  ['STRIPE_API_URL', stripe.apiUrl],
  ['STRIPE_PAYMENT_LINK_YEARLY', stripe.paymentLinks.yearly],
  ['STRIPE_PAYMENT_LINK_LIFETIME', stripe.paymentLinks.lifetime],
  ...(google === null
    ? []
    : ([
        ['GOOGLE_SCRIPT_URL', google.scriptUrl],
        ['GOOGLE_JWKS_URL', google.jwksUrl],
      ] satisfies [string, string][])),
  ...(apple === null ? [] : ([['APPLE_BASE_URL', apple.baseUrl]] satisfies [string, string][])),
  ...(quotes === null ? [] : ([['QUOTES_URL', quotes.baseUrl]] satisfies [string, string][])),
  ...(coinbase === null
    ? []
    : ([
        ['COINBASE_LOGIN_URL', coinbase.loginUrl],
        ['COINBASE_API_URL', coinbase.apiUrl],
      ] satisfies [string, string][])),
];

/** In production no setting may fall back to the sandbox, and all providers need HTTPS. */
function checkProduction(environment: Environment, settings: ProviderSettings): string[] {
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
  const required = ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'];
  if (settings.apple !== null) required.push('APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY');
  return [
    ...required
      .filter((name) => !environment[name])
      .map((name) => `${name} must be set in production`),
    ...Object.entries(keys)
      .filter(([, value]) => value !== undefined && sandboxKeys.has(value))
      .map(([name]) => `${name} must be set to the real provider's value in production`),
    ...providerUrls(settings)
      .filter(([, url]) => !url.startsWith('https://'))
      .map(([name]) => `${name} must be an https URL in production`),
  ];
}
