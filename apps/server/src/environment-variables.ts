import { type StaticDecode, type TString, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseOidcProviders } from './oidc-settings.ts';
import type { IpPrecision } from './platform/http/request-ip.ts';
import { isP256PrivateKey } from './platform/secrets/sandbox-apple-key.ts';
import { isHostName, isNetwork, isOrigin, isSender, splitList } from './setting-formats.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const defaultSymbols = 'AAPL,AMZN,BRK.B,COST,GOOGL,JPM,META,MSFT,NVDA,TSLA';
/** With up to three attempts per symbol, the calls stay within the provider's free plan of 60 a minute. */
const maxSymbols = 20;

/** A string that must pass a check. If the check fails, the error is the variable's name followed by `requirement`. */
const checkedString = (requirement: string, isValid: (value: string) => boolean, schema: TString) =>
  Type.Refine(schema, isValid, () => requirement);

const text = (fallback: string) => Type.String({ default: fallback });
const optionalText = Type.Optional(Type.String());

const portNumber = (schema: TString) =>
  Type.Decode(
    checkedString(
      'must be a port number',
      (value) => Number.isInteger(Number(value)) && Number(value) >= 0 && Number(value) <= 65_535,
      schema,
    ),
    Number,
  );
const port = (fallback: number) => portNumber(text(String(fallback)));

const positiveInteger = (fallback: number) =>
  Type.Decode(
    checkedString(
      'must be a whole number from 1 to 999999',
      (value) => /^[1-9]\d{0,5}$/.test(value),
      text(String(fallback)),
    ),
    Number,
  );

/** What a process does: it serves requests, runs background jobs, or both. */
export type Role = 'web' | 'worker' | 'both';

const roles: ReadonlySet<string> = new Set<Role>(['web', 'worker', 'both']);

const ipPrecisions: ReadonlySet<string> = new Set<IpPrecision>(['full', 'truncated', 'none']);

/** Has no default here, because the default depends on the sandbox's port, which is itself a variable. */
const url = Type.Optional(
  checkedString(
    'must be an http(s) URL',
    (value) => URL.canParse(value) && /^https?:/.test(value),
    Type.String(),
  ),
);

const onOrOff = (fallback: 'on' | 'off') =>
  checkedString('must be on or off', (value) => value === 'on' || value === 'off', text(fallback));

const logLevels = ['debug', 'info', 'warn', 'error'];

/** A comma-separated list whose parts must each pass a check. */
const list = (requirement: string, isValid: (part: string) => boolean) =>
  Type.Decode(
    checkedString(
      `must be comma-separated ${requirement}`,
      (value) => splitList(value).every(isValid),
      text(''),
    ),
    splitList,
  );

/** The URL of a server with one of two schemes. It may contain a password, so errors don't quote it. */
const serverUrl = (schemes: [string, string]) =>
  Type.Optional(
    checkedString(
      `must begin with ${schemes[0]}:// or ${schemes[1]}://`,
      (value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)),
      Type.String({ writeOnly: true }),
    ),
  );
const databaseUrl = serverUrl(['postgresql', 'postgres']);

/** Comma-separated URIs, as security.txt requires them (RFC 9116, 2.5.3). */
const contacts = Type.Decode(
  checkedString(
    'must be comma-separated mailto: or https: URIs',
    (value) =>
      splitList(value).every((uri) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(uri)),
    text(''),
  ),
  splitList,
);

const symbols = Type.Decode(
  checkedString(
    `must be at most ${maxSymbols} stock symbols such as AAPL,BRK.B`,
    (value) =>
      listSymbols(value).length <= maxSymbols &&
      listSymbols(value).every((symbol) => /^[A-Z0-9][A-Z0-9.:-]{0,14}$/.test(symbol)),
    text(defaultSymbols),
  ),
  listSymbols,
);

function listSymbols(value: string): string[] {
  return [...new Set(splitList(value))];
}

const privateKey = Type.Decode(
  checkedString(
    'must be the text of the .p8 file from Apple',
    (value) => isP256PrivateKey(unescapeLineBreaks(value)),
    Type.String({ writeOnly: true }),
  ),
  unescapeLineBreaks,
);

function unescapeLineBreaks(value: string): string {
  return value.replaceAll('\\n', '\n');
}

/** A JSON array, because the number of providers varies while the names of the variables are fixed. */
const oidcProviders = Type.Decode(
  checkedString(
    'must be a JSON array of objects with a name (lower-case letters, digits, and hyphens; at most 20), label, issuer, client_id, and client_secret; each name and issuer only once',
    (value) => parseOidcProviders(value) !== undefined,
    Type.String({ default: '[]', writeOnly: true }),
  ),
  (value) => parseOidcProviders(value) ?? [],
);

/** Every environment variable of the server. `.env.example` describes them. */
const schema = Type.Object({
  NODE_ENV: Type.Optional(
    checkedString(
      'must be development, test, or production',
      (value) => ['development', 'test', 'production'].includes(value),
      Type.String(),
    ),
  ),
  PORT: port(3000),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: url,
  ROLE: Type.Decode(
    checkedString('must be web, worker, or both', (value) => roles.has(value), text('both')),
    (value) => value as Role, // Checked by the line above.
  ),
  DRAIN_SECONDS: Type.Decode(
    checkedString(
      'must be a whole number of seconds from 0 to 600',
      (value) => /^\d{1,3}$/.test(value) && Number(value) <= 600,
      text('0'),
    ),
    Number,
  ),
  LOG_LEVEL: checkedString(
    `must be one of ${logLevels.join(', ')}`,
    (value) => logLevels.includes(value),
    text('info'),
  ),
  // Used by `npm start`, which writes the log files.
  LOG_FILE_MB: positiveInteger(20),
  LOG_FILE_HOURS: positiveInteger(24),
  LOG_FILES: positiveInteger(10),
  TRUST_PROXY: Type.Optional(
    checkedString(
      'must be comma-separated IP addresses or networks',
      (value) => splitList(value).every(isNetwork),
      Type.String(),
    ),
  ),
  API_ORIGINS: list('origins such as https://app.example.com', isOrigin),
  ALLOWED_HOSTS: list('host names without a port', isHostName),
  METRICS_PORT: Type.Optional(portNumber(Type.String())),
  ACTIVITY_IP: Type.Decode(
    checkedString(
      'must be full, truncated, or none',
      (value) => ipPrecisions.has(value),
      text('truncated'),
    ),
    (value) => value as IpPrecision, // Checked by the line above.
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
  OTEL_TRACES_EXPORTER: Type.Optional(
    checkedString(
      'must be otlp or none',
      (value) => value === 'otlp' || value === 'none',
      Type.String(),
    ),
  ),
  OTEL_SDK_DISABLED: optionalText,
  SECURITY_CONTACT: contacts,
  TRUSTED_TYPES: Type.Optional(
    checkedString(
      'must be enforce or report',
      (value) => value === 'enforce' || value === 'report',
      Type.String(),
    ),
  ),
  // '1' makes this process exit when its parent does.
  PARENT_WATCH: optionalText,
  SANDBOX_PORT: port(3001),
  SMTP_PORT: port(3025),

  DATA_DIR: text('.data'),
  DATABASE_URL: databaseUrl,
  DATABASE_LISTEN_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  DATABASE_PREPARED_STATEMENTS: onOrOff('on'),
  DATABASE_WITHOUT_TLS: Type.Optional(
    checkedString('must be 1 or unset', (value) => value === '1', Type.String()),
  ),
  BACKUP_DIR: optionalText,
  BACKUP_KEY_FILE: optionalText,
  WAL_ARCHIVE_DAYS: Type.Decode(
    checkedString('must be a whole number', (value) => /^\d{1,4}$/.test(value), text('0')),
    Number,
  ),
  SESSION_KEY: optionalText,
  TOKEN_KEYS: optionalText,
  RATE_LIMITS: text(''),
  CONCURRENCY_LIMITS: text(''),

  PLAID_CLIENT_ID: optionalText,
  PLAID_SECRET: optionalText,
  PLAID_BASE_URL: url,
  PLAID_LINK_SCRIPT_URL: url,
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_API_URL: url,
  STRIPE_PAYMENT_LINK_YEARLY: url,
  STRIPE_PAYMENT_LINK_LIFETIME: url,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_SCRIPT_URL: url,
  GOOGLE_JWKS_URL: url,
  APPLE_CLIENT_ID: optionalText,
  APPLE_TEAM_ID: optionalText,
  APPLE_KEY_ID: optionalText,
  APPLE_PRIVATE_KEY: Type.Optional(privateKey),
  APPLE_BASE_URL: url,
  OIDC_PROVIDERS: oidcProviders,
  PASSWORD_SIGN_UP: onOrOff('on'),
  QUOTES_API_KEY: optionalText,
  QUOTES_URL: url,
  QUOTES_SYMBOLS: symbols,
  COINBASE_CLIENT_ID: optionalText,
  COINBASE_CLIENT_SECRET: optionalText,
  COINBASE_LOGIN_URL: url,
  COINBASE_API_URL: url,
  PASSWORD_BREACH_URL: url,
  SMTP_URL: serverUrl(['smtps', 'smtp']),
  MAIL_FROM: Type.Optional(
    checkedString(
      'must be an email address, alone or as Cairn <hello@cairn.example>',
      isSender,
      Type.String(),
    ),
  ),
});

/** The parsed environment variables. */
export type Variables = StaticDecode<typeof schema>;

type VariableName = keyof Variables;

/** The names of all environment variables. */
export const variableNames = Object.keys(schema.properties) as VariableName[]; // `Object.keys` returns plain strings.

/**
 * Parses the environment. An empty variable counts as unset. An invalid one adds a line to `errors` and also
 * counts as unset, so that the remaining settings can be checked.
 */
export function parseEnvironment(
  environment: Environment,
  errors: string[],
): { variables: Variables; invalid: ReadonlySet<string> } {
  const invalid = new Set<string>();
  const values = Object.fromEntries(
    variableNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  for (const { instancePath, message } of Value.Errors(
    schema,
    Value.Default(schema, { ...values }),
  )) {
    const name = instancePath.slice(1) as VariableName; // All variables are strings at the top level.
    const invalidValue = 'writeOnly' in schema.properties[name] ? '' : `, not '${values[name]}'`;
    errors.push(`${name} ${message}${invalidValue}`);
    invalid.add(name);
    delete values[name];
  }
  return { variables: Value.Decode(schema, values), invalid };
}
