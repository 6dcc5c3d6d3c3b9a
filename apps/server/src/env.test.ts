import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings, type Settings, SettingsError } from './env.ts';

const key = createHash('sha256').update('key').digest('base64url');

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db.example/cairn?sslmode=verify-full',
  PUBLIC_URL: 'https://cairn.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Cairn <hello@cairn.example>',
  SESSION_KEY: key,
  TOKEN_KEYS: `k1:${key}`,
  PLAID_CLIENT_ID: 'client',
  PLAID_SECRET: 'secret',
  PLAID_BASE_URL: 'https://production.plaid.com',
  PLAID_LINK_SCRIPT_URL: 'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_URL: 'https://api.stripe.com',
  STRIPE_PAYMENT_LINK_YEARLY: 'https://buy.stripe.com/yearly',
  STRIPE_PAYMENT_LINK_LIFETIME: 'https://buy.stripe.com/lifetime',
};

/** Returns the names of the variables with errors. */
function errorsOf(environment: Record<string, string | undefined>): string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [...error.message.matchAll(/^ {2}- (\w+)/gm)].map(([, name]) => name ?? '');
  }
}

const sessionKeyTexts = ({ keys }: Settings) =>
  keys.session.map((each) => String(each.key.export()));

describe('the environment', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cairn-env-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const development = (overrides: Record<string, string> = {}) => ({
    DATABASE_URL: 'postgresql:///cairn',
    DATA_DIR: dataDir,
    ...overrides,
  });

  test('needs only a database in development, and defaults to the sandbox', () => {
    const settings = readSettings(development());
    expect(settings).toMatchObject({
      isProduction: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      sandboxUrl: 'http://localhost:3001',
      trustProxy: false,
      apiOrigins: [],
    });
  });

  describe('OIDC_PROVIDERS', () => {
    const home = {
      name: 'home',
      label: 'Home',
      issuer: 'https://id.example.com',
      client_id: 'cairn',
      client_secret: 'very secret',
    };
    const read = (providers: unknown, environment = development()) =>
      errorsOf({ ...environment, OIDC_PROVIDERS: JSON.stringify(providers) });

    test('lists providers in order', () => {
      const work = { ...home, name: 'work-2', issuer: 'http://localhost:9/realms/work' };
      const value = JSON.stringify([home, work]);
      expect(readSettings({ ...development(), OIDC_PROVIDERS: value }).oidc).toEqual([
        {
          name: 'home',
          label: 'Home',
          issuer: 'https://id.example.com',
          clientId: 'cairn',
          clientSecret: 'very secret',
        },
        expect.objectContaining({ name: 'work-2', issuer: 'http://localhost:9/realms/work' }),
      ]);
      expect(readSettings(development()).oidc).toEqual([]);
    });

    test.each([
      ['an object instead of an array', home],
      ['a missing field', [{ ...home, client_secret: undefined }]],
      ['an empty secret', [{ ...home, client_secret: '' }]],
      ['an unknown field', [{ ...home, scope: 'openid' }]],
      ['a name with other characters', [{ ...home, name: 'Home/../x' }]],
      ['an issuer without a scheme', [{ ...home, issuer: 'id.example.com' }]],
      ['two providers with the same name', [home, { ...home, issuer: 'https://other.example' }]],
      ['two providers with the same issuer', [home, { ...home, name: 'other' }]],
    ])('rejects %s', (_fault, providers) => {
      expect(read(providers)).toEqual(['OIDC_PROVIDERS']);
    });

    test('rejects text that is not JSON, without repeating it', () => {
      const faulty = { ...development(), OIDC_PROVIDERS: '[{"client_secret":"very secret"' };
      expect(() => readSettings(faulty)).toThrow('OIDC_PROVIDERS must be a JSON array');
      expect(() => readSettings(faulty)).not.toThrow('very secret');
    });

    test('requires https issuers unless only this machine can reach Cairn', () => {
      const plain = { ...home, issuer: 'http://id.example.com' };
      expect(read([plain], { ...production, DATA_DIR: dataDir })).toEqual(['OIDC_PROVIDERS']);
      expect(read([home], { ...production, DATA_DIR: dataDir })).toEqual([]);
      expect(read([plain])).toEqual([]);
    });
  });

  test('password sign-up is allowed unless PASSWORD_SIGN_UP is off', () => {
    expect(readSettings(development()).allowsPasswordSignUp).toBe(true);
    expect(readSettings(development({ PASSWORD_SIGN_UP: 'off' })).allowsPasswordSignUp).toBe(false);
    expect(errorsOf(development({ PASSWORD_SIGN_UP: 'no' }))).toEqual(['PASSWORD_SIGN_UP']);
  });

  test('generated keys are readable by their owner only and reused at the next start', () => {
    const first = readSettings(development());
    expect(statSync(join(dataDir, 'session.key')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'token.keys')).mode & 0o777).toBe(0o600);
    const second = readSettings(development());
    expect(second.keys.session.map(({ id }) => id)).toEqual([null]);
    expect(sessionKeyTexts(second)).toEqual(sessionKeyTexts(first));
  });

  test('an empty variable counts as unset', () => {
    expect(readSettings(development({ PORT: '', PUBLIC_URL: '', API_ORIGINS: '' }))).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      apiOrigins: [],
    });
  });

  test('API_ORIGINS is a list, and spaces and empty parts are ignored', () => {
    const { apiOrigins } = readSettings(
      development({ API_ORIGINS: ' https://a.example, ,https://b.example' }),
    );
    expect(apiOrigins).toEqual(['https://a.example', 'https://b.example']);
  });

  test.each([
    ['LOG_LEVEL', 'loud', 'warn'],
    ['TRUST_PROXY', 'x', '10.0.0.1, fd00::/8'],
    ['TRUST_PROXY', '10.0.0.0/33', '10.0.0.0/8'],
    ['API_ORIGINS', 'app.example', 'https://app.example,http://localhost:5173'],
    ['API_ORIGINS', 'https://app.example/', 'https://app.example'],
    ['ALLOWED_HOSTS', 'cairn.lan:3000', 'cairn.lan,[::1]'],
    ['DATABASE_OWNER_URL', 'db.example', 'postgres://owner@db.example/cairn'],
    ['SMTP_URL', 'mail.example', 'smtp://mail.example:587'],
    ['MAIL_FROM', 'Cairn', 'hello@cairn.example'],
    ['MAIL_FROM', 'hello@', 'hello@localhost'],
    ['MAIL_FROM', 'Cairn hello@cairn.example', 'Cairn <hello@cairn.example>'],
    ['MAIL_FROM', 'Cairn, Inc. <hello@cairn.example>', '"Cairn, Inc." <hello@cairn.example>'],
    ['MAIL_FROM', 'a@cairn.example, b@cairn.example', '<hello@cairn.example>'],
    ['DATABASE_WITHOUT_TLS', 'true', '1'],
    ['DATABASE_WITHOUT_TLS', '0', ''],
  ])('%s=%s is rejected, and %s is accepted', (name, invalid, valid) => {
    expect(errorsOf(development({ [name]: invalid }))).toEqual([name]);
    expect(errorsOf(development({ [name]: valid }))).toEqual([]);
  });

  test('an error does not quote a URL that may contain a password', () => {
    const read = () => readSettings(development({ SMTP_URL: 'mail:hunter2@mail.example' }));
    expect(read).toThrow(/SMTP_URL must begin with smtps/);
    expect(read).not.toThrow(/hunter2/);
  });

  test('all errors are reported at once', () => {
    const environment = {
      DATA_DIR: dataDir,
      PORT: 'eighty',
      SANDBOX_PORT: '70000',
      PUBLIC_URL: 'cairn',
    };
    expect(errorsOf(environment)).toEqual(['PORT', 'PUBLIC_URL', 'SANDBOX_PORT', 'DATABASE_URL']);
  });

  test.each(['eighty', '-1', '65536', '80.5'])('%s is rejected as a port', (port) => {
    expect(errorsOf(development({ PORT: port }))).toEqual(['PORT']);
  });

  test.each(['security@cairn.example', 'http://cairn.example', 'mailto:a@b.example\nExpires: x'])(
    'a security contact that security.txt does not allow is rejected: %j',
    (contact) => {
      expect(errorsOf(development({ SECURITY_CONTACT: contact }))).toEqual(['SECURITY_CONTACT']);
    },
  );

  test('Trusted Types are enforced with the scripts of the sandbox, and only reported with real ones', () => {
    const trustedTypes = (variables: ReturnType<typeof development>) =>
      readSettings(variables).trustedTypes;
    expect(trustedTypes(development({}))).toBe('enforce');
    const script = 'https://accounts.google.com/gsi/client';
    expect(trustedTypes(development({ GOOGLE_SCRIPT_URL: script }))).toBe('report');
    expect(trustedTypes(development({ GOOGLE_SCRIPT_URL: script, TRUSTED_TYPES: 'enforce' }))).toBe(
      'enforce',
    );
    expect(errorsOf(development({ TRUSTED_TYPES: 'yes' }))).toEqual(['TRUSTED_TYPES']);
  });

  test('an invalid variable is reported once, with its value unless that is a key', () => {
    const variables = { PUBLIC_URL: 'cairn', PLAID_BASE_URL: 'plaid', APPLE_PRIVATE_KEY: 'secret' };
    const read = () => readSettings({ ...production, APPLE_CLIENT_ID: 'us', ...variables });
    expect(read).toThrow("PUBLIC_URL must be an http(s) URL, not 'cairn'");
    expect(read).not.toThrow('secret');
    expect(errorsOf({ ...production, ...variables })).toEqual(Object.keys(variables));
  });

  test('several signing keys are accepted, and a key stays the same when it gets a name', () => {
    const newKey = createHash('sha256').update('newer').digest('base64url');
    const read = (text: string) => readSettings(development({ SESSION_KEY: text }));
    const rotated = read(`k2:${newKey}, k1:${key}`);
    expect(rotated.keys.session.map(({ id }) => id)).toEqual(['k2', 'k1']);
    expect(sessionKeyTexts(rotated)).toEqual([newKey, key]);
    expect(sessionKeyTexts(read(`k2:${newKey},${key}`))).toEqual([newKey, key]);
    expect(sessionKeyTexts(read(key))).toEqual([key]);
    for (const wrong of [`k2:short,k1:${key}`, `k1:${newKey},k1:${key}`, `${newKey},${key}`])
      expect(errorsOf(development({ SESSION_KEY: wrong }))).toEqual(['SESSION_KEY']);
  });

  test('a short signing key and a malformed encryption key are rejected in every environment', () => {
    expect(errorsOf(development({ SESSION_KEY: 'short' }))).toEqual(['SESSION_KEY']);
    expect(errorsOf(development({ TOKEN_KEYS: 'k1:short' }))).toEqual(['TOKEN_KEYS']);
    expect(errorsOf(development({ TOKEN_KEYS: `:${key}` }))).toEqual(['TOKEN_KEYS']);
  });

  test('a key that is not random is rejected in every environment', () => {
    const repeated = 'ab'.repeat(20);
    const zeros = Buffer.alloc(32).toString('base64url');
    expect(errorsOf(development({ SESSION_KEY: repeated }))).toEqual(['SESSION_KEY']);
    expect(errorsOf(development({ TOKEN_KEYS: `k1:${key},k0:${zeros}` }))).toEqual(['TOKEN_KEYS']);
  });

  test('a process does everything without a drain by default, and a role and a drain can be set', () => {
    expect(readSettings(development())).toMatchObject({ role: 'both', drainSeconds: 0 });
    const settings = readSettings(development({ ROLE: 'web', DRAIN_SECONDS: '8' }));
    expect(settings).toMatchObject({ role: 'web', drainSeconds: 8 });
    expect(errorsOf(development({ ROLE: 'api', DRAIN_SECONDS: '-1' })).sort()).toEqual([
      'DRAIN_SECONDS',
      'ROLE',
    ]);
    expect(errorsOf(development({ DRAIN_SECONDS: '601' }))).toEqual(['DRAIN_SECONDS']);
  });

  test('statements are prepared on a direct connection unless a pooler and its limits are set', () => {
    expect(readSettings(development())).toMatchObject({
      databaseDirectUrl: 'postgresql:///cairn',
      preparesStatements: true,
    });
    const pooled = development({
      DATABASE_LISTEN_URL: 'postgresql://db.internal/cairn',
      DATABASE_PREPARED_STATEMENTS: 'off',
    });
    expect(readSettings(pooled)).toMatchObject({
      databaseUrl: 'postgresql:///cairn',
      databaseDirectUrl: 'postgresql://db.internal/cairn',
      preparesStatements: false,
    });
    expect(errorsOf(development({ DATABASE_PREPARED_STATEMENTS: 'no' }))).toEqual([
      'DATABASE_PREPARED_STATEMENTS',
    ]);
  });

  test('an unknown NODE_ENV is rejected', () => {
    expect(errorsOf(development({ NODE_ENV: 'prod' }))).toEqual(['NODE_ENV']);
    expect(errorsOf(development({ NODE_ENV: 'test' }))).toEqual([]);
  });

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.5' },
    { PUBLIC_URL: 'https://cairn.example' },
    { PUBLIC_URL: 'http://localhost.cairn.example' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://cairn.example' },
  ])('the sandbox is rejected if other machines can reach Cairn: %j', (reachable) => {
    const expected = Object.keys(production).filter((name) =>
      /^(PLAID|STRIPE|SMTP|MAIL)_/.test(name),
    );
    expect(errorsOf(development(reachable)).sort()).toEqual(expected.sort());
    const { NODE_ENV: _production, ...real } = production;
    expect(readSettings({ ...real, ...reachable })).toMatchObject({
      isProduction: false,
      sandboxUrl: null,
      google: null,
    });
  });

  test.each([
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2', PUBLIC_URL: 'https://localhost:8443' },
    { PUBLIC_URL: 'http://127.0.0.1:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('the sandbox can be used on this machine: %j', (local) => {
    expect(errorsOf(development(local))).toEqual([]);
  });

  test('several encryption keys keep their order, newest first', () => {
    const { keys } = readSettings(development({ TOKEN_KEYS: `k2:${key},k1:${key}` }));
    expect(keys.tokens.map(({ id }) => id)).toEqual(['k2', 'k1']);
  });
});

describe('provider sign-in', () => {
  const pem = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const withApple = (privateKey: string) => ({
    ...production,
    APPLE_CLIENT_ID: 'com.cairn.web',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: privateKey,
    APPLE_BASE_URL: 'https://appleid.apple.com',
  });

  test('is not offered in production without its client id', () => {
    expect(readSettings(production)).toMatchObject({ google: null, apple: null });
  });

  test("accepts Apple's key with line breaks or with \\n instead", () => {
    const key = String(pem('P-256'));
    for (const text of [key, key.replaceAll('\n', '\\n')])
      expect(readSettings(withApple(text)).apple?.privateKey).toBe(key);
  });

  test('rejects a key that is not a P-256 private key', () => {
    const wrong = ['x', String(pem('P-384')), String(pem('P-256')).slice(0, 100)];
    for (const text of wrong) expect(errorsOf(withApple(text))).toEqual(['APPLE_PRIVATE_KEY']);
  });

  test("rejects the sandbox's key, URL, and client ID in production", () => {
    const { APPLE_PRIVATE_KEY: _key, APPLE_BASE_URL: _address, ...rest } = withApple('');
    expect(errorsOf({ ...rest, APPLE_CLIENT_ID: 'sandbox-client' }).sort()).toEqual([
      'APPLE_BASE_URL',
      'APPLE_CLIENT_ID',
      'APPLE_PRIVATE_KEY',
    ]);
    expect(errorsOf({ ...production, GOOGLE_CLIENT_ID: 'sandbox-client' }).sort()).toEqual([
      'GOOGLE_CLIENT_ID',
      'GOOGLE_JWKS_URL',
      'GOOGLE_SCRIPT_URL',
    ]);
  });
});

describe('stock quotes', () => {
  const { NODE_ENV: _production, PUBLIC_URL: _public, ...rest } = production;

  test('come from the sandbox in development, for ten stocks', () => {
    const { quotes } = readSettings({ ...rest, SANDBOX_PORT: '4001' });
    expect(quotes).toMatchObject({
      source: 'Sandbox',
      apiKey: 'sandbox-secret',
      baseUrl: 'http://localhost:4001/quotes/api/v1',
    });
    expect(quotes?.symbols).toHaveLength(10);
  });

  test('are for the configured stocks in order, without duplicates', () => {
    const { quotes } = readSettings({ ...rest, QUOTES_SYMBOLS: 'TSLA, BRK.B,TSLA,AAPL' });
    expect(quotes?.symbols).toEqual(['TSLA', 'BRK.B', 'AAPL']);
  });

  test.each([
    'aapl',
    'AAPL,MS FT',
    'AAPL&token=x',
    'ABCDEFGHIJKLMNOP',
    Array.from({ length: 21 }, (_, index) => `A${index}`).join(','),
  ])('reject the symbols %s', (symbols) => {
    expect(errorsOf({ ...rest, QUOTES_SYMBOLS: symbols })).toEqual(['QUOTES_SYMBOLS']);
  });

  test('are not offered in production without a key', () => {
    expect(readSettings(production).quotes).toBeNull();
    const elsewhere = { ...production, QUOTES_URL: 'https://finnhub.io/api/v1' };
    expect(readSettings(elsewhere).quotes).toBeNull();
  });

  test("come from the real provider in production, and the sandbox's key is rejected", () => {
    const real = {
      ...production,
      QUOTES_API_KEY: 'key',
      QUOTES_URL: 'https://finnhub.io/api/v1/',
    };
    expect(readSettings(real).quotes).toMatchObject({
      source: 'Finnhub',
      apiKey: 'key',
      baseUrl: 'https://finnhub.io/api/v1',
    });
    expect(errorsOf({ ...real, QUOTES_URL: '' })).toEqual(['QUOTES_URL']);
    expect(errorsOf({ ...real, QUOTES_URL: 'http://finnhub.io/api/v1' })).toEqual(['QUOTES_URL']);
    expect(errorsOf({ ...real, QUOTES_API_KEY: 'sandbox-secret' })).toEqual(['QUOTES_API_KEY']);
  });
});

describe('production', () => {
  test('accepts complete settings and uses no sandbox', () => {
    expect(readSettings(production)).toMatchObject({ isProduction: true, sandboxUrl: null });
  });

  test('reports every required variable when none is set', () => {
    expect(errorsOf({ NODE_ENV: 'production' }).sort()).toEqual(
      Object.keys(production)
        .filter((name) => name !== 'NODE_ENV')
        .sort(),
    );
  });

  test.each([
    'PLAID_BASE_URL',
    'PLAID_LINK_SCRIPT_URL',
    'STRIPE_API_URL',
    'STRIPE_PAYMENT_LINK_YEARLY',
    'STRIPE_PAYMENT_LINK_LIFETIME',
  ])('rejects %s without HTTPS', (name) => {
    expect(errorsOf({ ...production, [name]: 'http://provider.example' })).toEqual([name]);
  });

  test.each([
    ['PLAID_CLIENT_ID', 'sandbox-client'],
    ['PLAID_SECRET', 'sandbox-secret'],
    ['STRIPE_SECRET_KEY', 'sandbox-secret'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox-secret'],
  ])("rejects the sandbox's %s", (name, value) => {
    expect(errorsOf({ ...production, [name]: value })).toEqual([name]);
  });

  test('rejects a public URL without HTTPS', () => {
    expect(errorsOf({ ...production, PUBLIC_URL: 'http://cairn.example' })).toEqual(['PUBLIC_URL']);
  });

  test.each([
    ['postgresql://db.example/cairn', ['DATABASE_URL']],
    ['postgresql://db.example/cairn?sslmode=prefer', ['DATABASE_URL']],
    ['postgresql://10.0.0.7/cairn?sslmode=disable', ['DATABASE_URL']],
    ['postgresql:///cairn?host=db.example', ['DATABASE_URL']],
    ['postgresql://db.example/cairn?sslmode=require', []],
    ['postgresql://localhost/cairn', []],
    ['postgresql:///cairn', []],
    ['postgresql:///cairn?host=/run/postgresql', []],
  ])(
    'the database URL %s causes errors for %j, and none with DATABASE_WITHOUT_TLS',
    (url, errors) => {
      expect(errorsOf({ ...production, DATABASE_URL: url })).toEqual(errors);
      const asOwner = errors.map((name) => name.replace('DATABASE_URL', 'DATABASE_OWNER_URL'));
      expect(errorsOf({ ...production, DATABASE_OWNER_URL: url })).toEqual(asOwner);
      expect(errorsOf({ ...production, DATABASE_URL: url, DATABASE_WITHOUT_TLS: '1' })).toEqual([]);
    },
  );

  test('the connection for LISTEN needs TLS too', () => {
    const environment = { ...production, DATABASE_LISTEN_URL: 'postgresql://db.example/cairn' };
    expect(errorsOf(environment)).toEqual(['DATABASE_LISTEN_URL']);
  });

  test('rejects rate limits that are too high to protect anything', () => {
    expect(errorsOf({ ...production, RATE_LIMITS: 'sign_in_ip=10000' })).toEqual([]);
    expect(errorsOf({ ...production, RATE_LIMITS: 'sign_in_ip=10001,mail_address=9000' })).toEqual([
      'RATE_LIMITS',
      'RATE_LIMITS',
    ]);
  });

  test('does not generate keys', () => {
    const { SESSION_KEY: _session, TOKEN_KEYS: _tokens, ...withoutKeys } = production;
    expect(errorsOf(withoutKeys)).toEqual(['SESSION_KEY', 'TOKEN_KEYS']);
  });
});
