import {
  type Environment,
  parseEnvironment,
  type Role,
  type Variables,
} from './environment-variables.ts';
import { readBackupKey } from './jobs/backup/backup-encryption.ts';
import { BackupError } from './jobs/backup/backup-error.ts';
import type { OidcSettings } from './oidc-settings.ts';
import type { IpPrecision } from './platform/http/request-ip.ts';
import {
  type ConcurrencyLimits,
  parseConcurrencyLimits,
} from './platform/limits/concurrency-limits.ts';
import { parseRateLimits, type RateLimits } from './platform/limits/rate-limits.ts';
import { sandboxAppleKey } from './platform/secrets/sandbox-apple-key.ts';
import { loadSecretKeys, type SecretKeys } from './platform/secrets/secret-keys.ts';
import type { CoinbaseSettings } from './providers/coinbase/client.ts';
import { findUnsafeSettings, isLocal, providerUrls } from './safe-settings.ts';

/** All settings from the environment. No other file reads the environment. */
export interface Settings {
  isProduction: boolean;
  /** What this process does. Any number of processes of each role share one database. */
  role: Role;
  /** How long the process still serves requests after SIGTERM, while `/readyz` responds with 503. */
  drainSeconds: number;
  host: string;
  port: number;
  /** The public base URL for mail links, webhooks, and redirects, without a trailing slash. */
  publicUrl: string;
  databaseUrl: string;
  /**
   * The same database and role without a transaction pooler in between, for everything that needs a session: LISTEN,
   * migrations, jobs, and backups. Equals `databaseUrl` if there is no pooler.
   */
  databaseDirectUrl: string;
  /** False if the pooler does not support prepared statements. */
  preparesStatements: boolean;
  /** The URL of a direct connection as the role that owns the schema; null if `databaseUrl` uses that role. */
  databaseOwnerUrl: string | null;
  dataDir: string;
  /** The folder of daily backups; null if none are made. */
  backupDir: string | null;
  /** The secret key that backups are encrypted with (see backup-encryption.ts); null if they are not. */
  backupKey: string | null;
  /** For how many days back the embedded database can be restored to any instant; 0 if its log is not archived. */
  walArchiveDays: number;
  logLevel: string;
  trustProxy: string | false;
  apiOrigins: string[];
  /** Names in the `Host` header that are accepted in addition to `publicUrl`'s and this machine's. */
  allowedHosts: string[];
  /** The port on which the metrics are served; null if they are not. */
  metricsPort: number | null;
  /** Whether traces are sent. The SDK of OpenTelemetry reads where and how from the standard variables. */
  sendsTraces: boolean;
  /** How much of an IP address is logged and stored. */
  activityIp: IpPrecision;
  /** How to report a vulnerability, as `mailto:` and `https:` URIs, the preferred one first. */
  securityContacts: string[];
  /** Whether strings that a page would run as scripts are blocked, or only reported. */
  trustedTypes: 'enforce' | 'report';
  /** Stops the process when its standard input closes. Set by the parent process. */
  stopsWithParent: boolean;
  keys: SecretKeys;
  sandboxUrl: string | null;
  plaid: { clientId: string; secret: string; baseUrl: string; linkScriptUrl: string };
  stripe: {
    secretKey: string;
    webhookSecret: string;
    apiUrl: string;
    paymentLinks: { yearly: string; lifetime: string };
  };
  /** Null if sign-in with Google is not offered, because other machines can reach Cairn and there is no client ID. */
  google: { clientId: string; scriptUrl: string; jwksUrl: string } | null;
  /** Null if sign-in with Apple is not offered, because other machines can reach Cairn and there is no client ID. */
  apple: AppleSettings | null;
  /** The operator's own sign-in providers. */
  oidc: OidcSettings[];
  /** False if a new account can't be created with a password. Existing passwords still work. */
  allowsPasswordSignUp: boolean;
  /** Null if no stock prices are shown, because other machines can reach Cairn and there is no key. */
  quotes: QuotesSettings | null;
  /** Null if no exchange can be linked, because other machines can reach Cairn and there is no client ID. */
  coinbase: CoinbaseSettings | null;
  /** The service that knows leaked passwords. Null if new passwords are not looked up there. */
  breaches: { baseUrl: string } | null;
  mail: { smtpUrl: string; from: string };
  rateLimits: RateLimits;
  concurrencyLimits: ConcurrencyLimits;
}

/** A Services ID and its key, as shown in Apple's developer portal. */
export interface AppleSettings {
  clientId: string;
  teamId: string;
  keyId: string;
  /** In PKCS #8 format, PEM-encoded. */
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
  const { variables, invalid } = parseEnvironment(environment, errors);
  const isProduction = variables.NODE_ENV === 'production';
  const sandboxUrl = `http://localhost:${variables.SANDBOX_PORT}`;
  const databaseUrl = variables.DATABASE_URL ?? '';
  if (databaseUrl === '')
    errors.push('DATABASE_URL must be set (`npm start` sets it to the embedded database)');
  const providers = readProviders(variables, sandboxUrl);
  const settings: Omit<Settings, 'keys' | 'sandboxUrl'> = {
    isProduction,
    role: variables.ROLE,
    drainSeconds: variables.DRAIN_SECONDS,
    host: variables.HOST,
    port: variables.PORT,
    publicUrl: withoutTrailingSlash(variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`),
    databaseUrl,
    databaseDirectUrl: variables.DATABASE_LISTEN_URL ?? databaseUrl,
    preparesStatements: variables.DATABASE_PREPARED_STATEMENTS === 'on',
    databaseOwnerUrl: variables.DATABASE_OWNER_URL ?? null,
    dataDir: variables.DATA_DIR,
    backupDir: variables.BACKUP_DIR ?? null,
    backupKey: readKeyFile(variables.BACKUP_KEY_FILE, errors),
    walArchiveDays: variables.WAL_ARCHIVE_DAYS,
    logLevel: variables.LOG_LEVEL,
    trustProxy: variables.TRUST_PROXY ?? false,
    apiOrigins: variables.API_ORIGINS,
    allowedHosts: variables.ALLOWED_HOSTS,
    metricsPort: variables.METRICS_PORT ?? null,
    sendsTraces: sendsTraces(variables),
    activityIp: variables.ACTIVITY_IP,
    securityContacts: variables.SECURITY_CONTACT,
    trustedTypes: readTrustedTypes(variables, providers, sandboxUrl),
    oidc: variables.OIDC_PROVIDERS,
    allowsPasswordSignUp: variables.PASSWORD_SIGN_UP === 'on',
    stopsWithParent: variables.PARENT_WATCH === '1',
    ...providers,
    breaches:
      variables.PASSWORD_BREACH_URL === undefined
        ? null
        : { baseUrl: withoutTrailingSlash(variables.PASSWORD_BREACH_URL) },
    mail: {
      smtpUrl: variables.SMTP_URL ?? `smtp://localhost:${variables.SMTP_PORT}`,
      from: variables.MAIL_FROM ?? 'Cairn <no-reply@cairn.example>',
    },
    rateLimits: parseRateLimits(variables.RATE_LIMITS, errors),
    concurrencyLimits: parseConcurrencyLimits(variables.CONCURRENCY_LIMITS, errors),
  };
  for (const [name, problem] of findUnsafeSettings(variables, settings))
    if (!invalid.has(name)) errors.push(`${name} ${problem}`);
  const keys = loadSecretKeys({
    sessionKey: variables.SESSION_KEY,
    tokenKeys: variables.TOKEN_KEYS,
    dataDir: settings.dataDir,
    mayGenerate: !isProduction,
    errors,
  });
  if (errors.length > 0 || keys === undefined) throw new SettingsError(errors);
  const usesSandbox = providerUrls(settings).some(([, url]) => url.startsWith(sandboxUrl));
  return { ...settings, keys, sandboxUrl: usesSandbox ? sandboxUrl : null };
}

/** Traces are on if an address or the exporter is set, unless the SDK is disabled. */
const sendsTraces = ({
  OTEL_SDK_DISABLED,
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint = endpoint,
}: Variables): boolean =>
  OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  (exporter === 'otlp' || (exporter === undefined && tracesEndpoint !== undefined));

const withoutTrailingSlash = (url: string): string => url.replace(/\/$/, '');

/**
 * Cairn's own scripts and the sandbox's work under Trusted Types. The scripts of real providers may not, and can change
 * at any time. So with real providers, violations are only reported by default: blocking them could break linking and
 * sign-in.
 */
function readTrustedTypes(
  { TRUSTED_TYPES }: Variables,
  { plaid, google }: Pick<Settings, 'plaid' | 'google'>,
  sandboxUrl: string,
): Settings['trustedTypes'] {
  if (TRUSTED_TYPES === 'enforce' || TRUSTED_TYPES === 'report') return TRUSTED_TYPES;
  const scripts = [plaid.linkScriptUrl, ...(google === null ? [] : [google.scriptUrl])];
  return scripts.every((url) => url.startsWith(`${sandboxUrl}/`)) ? 'enforce' : 'report';
}

/**
 * Reads the settings of all providers. A provider without variables is replaced by the sandbox, or is not offered if it
 * is optional and other machines can reach Cairn.
 */
function readProviders(variables: Variables, sandboxUrl: string) {
  const isOffered = (key: string | undefined) => isLocal(variables) || key !== undefined;
  return {
    plaid: {
      clientId: variables.PLAID_CLIENT_ID ?? 'sandbox-client',
      secret: variables.PLAID_SECRET ?? 'sandbox-secret',
      baseUrl: variables.PLAID_BASE_URL ?? `${sandboxUrl}/plaid`,
      linkScriptUrl:
        variables.PLAID_LINK_SCRIPT_URL ?? `${sandboxUrl}/plaid/link/v2/stable/link-initialize.js`,
    },
    stripe: {
      secretKey: variables.STRIPE_SECRET_KEY ?? 'sandbox-secret',
      webhookSecret: variables.STRIPE_WEBHOOK_SECRET ?? 'whsec_sandbox-secret',
      apiUrl: variables.STRIPE_API_URL ?? sandboxUrl,
      paymentLinks: {
        yearly: variables.STRIPE_PAYMENT_LINK_YEARLY ?? `${sandboxUrl}/stripe/pay/yearly`,
        lifetime: variables.STRIPE_PAYMENT_LINK_LIFETIME ?? `${sandboxUrl}/stripe/pay/lifetime`,
      },
    },
    google: isOffered(variables.GOOGLE_CLIENT_ID) ? readGoogle(variables, sandboxUrl) : null,
    apple: isOffered(variables.APPLE_CLIENT_ID) ? readApple(variables, sandboxUrl) : null,
    quotes: isOffered(variables.QUOTES_API_KEY) ? readQuotes(variables, sandboxUrl) : null,
    coinbase: isOffered(variables.COINBASE_CLIENT_ID) ? readCoinbase(variables, sandboxUrl) : null,
  };
}

const readGoogle = (variables: Variables, sandboxUrl: string) => ({
  clientId: variables.GOOGLE_CLIENT_ID ?? 'sandbox-client',
  scriptUrl: variables.GOOGLE_SCRIPT_URL ?? `${sandboxUrl}/google/gsi/client`,
  jwksUrl: variables.GOOGLE_JWKS_URL ?? `${sandboxUrl}/google/oauth2/v3/certs`,
});

const readApple = (variables: Variables, sandboxUrl: string): AppleSettings => ({
  clientId: variables.APPLE_CLIENT_ID ?? 'sandbox-client',
  teamId: variables.APPLE_TEAM_ID ?? 'SANDBOXTEAM',
  keyId: variables.APPLE_KEY_ID ?? 'SANDBOXKEY',
  privateKey: variables.APPLE_PRIVATE_KEY ?? sandboxAppleKey,
  // A different host than the app's, as in production, because Apple's form post is cross-site.
  baseUrl: variables.APPLE_BASE_URL ?? `${sandboxUrl.replace('localhost', '127.0.0.1')}/apple`,
});

function readQuotes(variables: Variables, sandboxUrl: string): QuotesSettings {
  const baseUrl = withoutTrailingSlash(variables.QUOTES_URL ?? `${sandboxUrl}/quotes/api/v1`);
  return {
    source: baseUrl.startsWith(`${sandboxUrl}/`) ? 'Sandbox' : 'Finnhub',
    apiKey: variables.QUOTES_API_KEY ?? 'sandbox-secret',
    baseUrl,
    symbols: variables.QUOTES_SYMBOLS,
  };
}

const readCoinbase = (variables: Variables, sandboxUrl: string): CoinbaseSettings => ({
  clientId: variables.COINBASE_CLIENT_ID ?? 'sandbox-client',
  clientSecret: variables.COINBASE_CLIENT_SECRET ?? 'sandbox-secret',
  loginUrl: withoutTrailingSlash(variables.COINBASE_LOGIN_URL ?? `${sandboxUrl}/coinbase`),
  apiUrl: withoutTrailingSlash(variables.COINBASE_API_URL ?? `${sandboxUrl}/coinbase`),
});

function readKeyFile(path: string | undefined, errors: string[]): string | null {
  if (path === undefined) return null;
  try {
    return readBackupKey(path);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    errors.push(`BACKUP_KEY_FILE: ${error.message}`);
    return null;
  }
}
