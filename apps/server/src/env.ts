import {
  type Environment,
  type EnvironmentReader,
  readerOf,
} from './platform/environment-reader.ts';
import { type RateLimits, readRateLimits } from './platform/rate-limits.ts';
import { isSigningKey, sandboxAppleKey } from './platform/sandbox-apple-key.ts';
import { keysFrom, type SecretKeys } from './platform/secret-keys.ts';
import type { CoinbaseSettings } from './providers/coinbase/client.ts';

/** Everything the environment decides. This file is the only one that reads it. */
export interface Settings {
  production: boolean;
  host: string;
  port: number;
  /** Where people reach the app, without a trailing slash: mail links, webhooks, returns. */
  publicUrl: string;
  databaseUrl: string;
  /** For LISTEN, where `databaseUrl` goes through a transaction pooler. */
  databaseListenUrl: string;
  dataDir: string;
  /** Where daily backups go; null: none are made. */
  backupDir: string | null;
  logLevel: string;
  trustProxy: string | false;
  apiOrigins: string[];
  /** Ends the process when its standard input closes: set by the process that started it. */
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
  /** Null: signing in with it is not offered (in production, without a client id). */
  google: { clientId: string; scriptUrl: string; jwksUrl: string } | null;
  apple: AppleSettings | null;
  /** Null: no stock prices are shown (in production, without a key). */
  quotes: QuotesSettings | null;
  /** Null: no exchange can be linked (in production, without a client id). */
  coinbase: CoinbaseSettings | null;
  mail: { smtpUrl: string; from: string };
  rateLimits: RateLimits;
}

/** A registered Services ID and its key, as Apple's developer portal shows them. */
export interface AppleSettings {
  clientId: string;
  teamId: string;
  keyId: string;
  /** PKCS #8, PEM. */
  privateKey: string;
  baseUrl: string;
}

/** Whom stock prices are asked of, and for which stocks. */
export interface QuotesSettings {
  /** Whose prices they are, in words to be shown. */
  source: 'Finnhub' | 'Sandbox';
  apiKey: string;
  baseUrl: string;
  /** In the order in which they are shown. */
  symbols: string[];
}

const sandboxKeys = new Set(['sandbox-client', 'sandbox-secret', 'whsec_sandbox-secret']);

const usualSymbols = 'AAPL,AMZN,BRK.B,COST,GOOGL,JPM,META,MSFT,NVDA,TSLA';
/** Three tries for each of them stay within the sixty calls a minute of the provider's free plan. */
const mostSymbols = 20;

/** Thrown with one line per variable that is missing or wrong. */
export class SettingsError extends Error {
  constructor(faults: string[]) {
    super(`The environment is not right:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Reads the settings. Empty means unset. Throws `SettingsError` naming every bad variable at once. */
export function readSettings(environment: Environment): Settings {
  const faults: string[] = [];
  const read = readerOf(environment, faults);
  const production = environment.NODE_ENV === 'production';
  const port = read.port('PORT', 3000);
  const publicUrl = read.url('PUBLIC_URL', `http://localhost:${port}`).replace(/\/$/, '');
  const sandbox = `http://localhost:${read.port('SANDBOX_PORT', 3001)}`;
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
      baseUrl: read.url('PLAID_BASE_URL', `${sandbox}/plaid`),
      linkScriptUrl: read.url(
        'PLAID_LINK_SCRIPT_URL',
        `${sandbox}/plaid/link/v2/stable/link-initialize.js`,
      ),
    },
    stripe: {
      secretKey: read.text('STRIPE_SECRET_KEY', 'sandbox-secret'),
      webhookSecret: read.text('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox-secret'),
      apiUrl: read.url('STRIPE_API_URL', sandbox),
      paymentLinks: {
        yearly: read.url('STRIPE_PAYMENT_LINK_YEARLY', `${sandbox}/stripe/pay/yearly`),
        lifetime: read.url('STRIPE_PAYMENT_LINK_LIFETIME', `${sandbox}/stripe/pay/lifetime`),
      },
    },
    ...readIdentityProviders(environment, read, faults, sandbox),
    quotes: readQuotes(environment, read, faults, sandbox),
    coinbase: readCoinbase(environment, read, sandbox),
    mail: {
      smtpUrl: read.text('SMTP_URL', `smtp://localhost:${read.port('SMTP_PORT', 3025)}`),
      from: read.text('MAIL_FROM', 'Cairn <no-reply@cairn.example>'),
    },
    rateLimits: readRateLimits(environment.RATE_LIMITS ?? '', faults),
  };
  if (production) faults.push(...productionFaults(environment, settings));
  const keys = keysFrom({
    sessionKey: environment.SESSION_KEY || undefined,
    tokenKeys: environment.TOKEN_KEYS || undefined,
    dataDir,
    mayGenerate: !production,
    faults,
  });
  if (faults.length > 0 || keys === undefined) throw new SettingsError(faults);
  const usesSandbox = providerAddresses(settings).some(([, address]) =>
    address.startsWith(sandbox),
  );
  return { ...settings, keys, sandboxUrl: usesSandbox ? sandbox : null };
}

/** In production each is there once its client id is; else the sandbox stands in. */
function readIdentityProviders(
  environment: Environment,
  read: EnvironmentReader,
  faults: string[],
  sandbox: string,
): Pick<Settings, 'google' | 'apple'> {
  const isOffered = (clientId: string | undefined) =>
    environment.NODE_ENV !== 'production' || Boolean(clientId);
  const google = {
    clientId: read.text('GOOGLE_CLIENT_ID', 'sandbox-client'),
    scriptUrl: read.url('GOOGLE_SCRIPT_URL', `${sandbox}/google/gsi/client`),
    jwksUrl: read.url('GOOGLE_JWKS_URL', `${sandbox}/google/oauth2/v3/certs`),
  };
  const apple = {
    clientId: read.text('APPLE_CLIENT_ID', 'sandbox-client'),
    teamId: read.text('APPLE_TEAM_ID', 'SANDBOXTEAM'),
    keyId: read.text('APPLE_KEY_ID', 'SANDBOXKEY'),
    privateKey: read.text('APPLE_PRIVATE_KEY', sandboxAppleKey).replaceAll('\\n', '\n'),
    // Another name than the app's, as at the real one: its form post crosses sites.
    baseUrl: read.url('APPLE_BASE_URL', `${sandbox.replace('localhost', '127.0.0.1')}/apple`),
  };
  if (!isSigningKey(apple.privateKey))
    faults.push('APPLE_PRIVATE_KEY must be the text of the .p8 file that Apple gave');
  return {
    google: isOffered(environment.GOOGLE_CLIENT_ID) ? google : null,
    apple: isOffered(environment.APPLE_CLIENT_ID) ? apple : null,
  };
}

/** In production there once its key is; else the sandbox stands in. */
function readQuotes(
  environment: Environment,
  read: EnvironmentReader,
  faults: string[],
  sandbox: string,
): QuotesSettings | null {
  const baseUrl = read.url('QUOTES_URL', `${sandbox}/quotes/api/v1`).replace(/\/$/, '');
  const symbols = [...new Set(read.list('QUOTES_SYMBOLS', usualSymbols))];
  const odd = symbols.filter((symbol) => !/^[A-Z0-9][A-Z0-9.:-]{0,14}$/.test(symbol));
  if (odd.length > 0 || symbols.length > mostSymbols)
    faults.push(`QUOTES_SYMBOLS must be at most ${mostSymbols} stock symbols such as AAPL,BRK.B`);
  if (environment.NODE_ENV === 'production' && !environment.QUOTES_API_KEY) return null;
  return {
    source: baseUrl.startsWith(`${sandbox}/`) ? 'Sandbox' : 'Finnhub',
    apiKey: read.text('QUOTES_API_KEY', 'sandbox-secret'),
    baseUrl,
    symbols,
  };
}

/** In production there once its client id is; else the sandbox stands in. */
function readCoinbase(
  { NODE_ENV, COINBASE_CLIENT_ID }: Environment,
  read: EnvironmentReader,
  sandbox: string,
): CoinbaseSettings | null {
  const coinbase = {
    clientId: read.text('COINBASE_CLIENT_ID', 'sandbox-client'),
    clientSecret: read.text('COINBASE_CLIENT_SECRET', 'sandbox-secret'),
    loginUrl: read.url('COINBASE_LOGIN_URL', `${sandbox}/coinbase`).replace(/\/$/, ''),
    apiUrl: read.url('COINBASE_API_URL', `${sandbox}/coinbase`).replace(/\/$/, ''),
  };
  return NODE_ENV === 'production' && !COINBASE_CLIENT_ID ? null : coinbase;
}

type ProviderSettings = Pick<
  Settings,
  'plaid' | 'stripe' | 'google' | 'apple' | 'quotes' | 'coinbase' | 'mail'
>;

const providerAddresses = ({
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

/** In production nothing may fall back to the sandbox, and nothing may travel in clear. */
function productionFaults(environment: Environment, settings: ProviderSettings): string[] {
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
      .map(([name]) => `${name} must be set to the real provider's in production`),
    ...providerAddresses(settings)
      .filter(([, address]) => !address.startsWith('https://'))
      .map(([name]) => `${name} must be an https address in production`),
  ];
}
