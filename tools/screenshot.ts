import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium, noChromium } from './chromium.ts';
import { readEnvironment } from './command/environment.mjs';
import { root } from './command/root.mjs';
import { freePort } from './product/free-port.ts';
import { Product } from './product/start-product.ts';
import { createThrowawayFolder, removeThrowawayFolder } from './product/throwaway-folder.ts';
import { buildWeb } from './product/web-build.ts';

const usage = `Usage: npm run screenshot -- [--help]

Updates the README's screenshot, docs/dashboard.png: the dashboard of a new user who linked user_good.
Starts Cairn with temporary data for it. Needs Chromium (set CHROMIUM_PATH if it is not found).`;

const screenshotFile = join(root, 'docs/dashboard.png');
const password = 'correct horse battery';

interface Urls {
  app: string;
  sandbox: string;
}

/** Posts JSON to the app or the sandbox. */
async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${url} responded ${response.status}: ${await response.text()}`);
  }
  return (await response.json()) as T; // The caller knows the response's type.
}

/** Signs up, pays, and links a bank. Returns the access token once the first sync has ended. */
async function createUserWithBank({ app, sandbox }: Urls): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await post(`${app}/api/signup`, { email, password });
  const signedIn = await fetch(`${app}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${app}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()) as T; // As above.
  };
  const { id } = await get<{ id: string }>('/user/me');
  await post(`${sandbox}/control/payments/complete`, { client_reference_id: id, plan: 'lifetime' });
  await waitFor(
    async () =>
      (await get<{ subscription_status: string }>('/user/me')).subscription_status === 'paid',
  );
  const { public_token } = await post<{ public_token: string }>(
    `${sandbox}/plaid/sandbox/public_token/create`,
    {
      client_id: 'sandbox-client',
      secret: 'sandbox-secret',
      institution_id: 'ins_1',
      initial_products: ['transactions'],
    },
  );
  await post(`${app}/api/plaid/link/token`, { public_token }, token);
  await waitFor(async () => (await get<{ state: string }>('/user/sync')).state === 'idle');
  const renewed = await post<{ access_token: string }>(`${app}/api/user/upgrade_token`, {}, token);
  return renewed.access_token;
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 30_000; ) if (await condition()) return;
  throw new Error('The condition was not met within 30 s');
}

async function takeScreenshot(app: string, token: string): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1000 },
    deviceScaleFactor: 1,
  });
  await page.addInitScript((value) => localStorage.setItem('jwt_token', value), token);
  await page.goto(app);
  await page.getByText('Show more transactions').waitFor();
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: screenshotFile, animations: 'disabled' });
  await browser.close();
}

const args = process.argv.slice(2);
if (args.length > 0) {
  const isHelp = args.every((arg) => arg === '--help' || arg === '-h');
  console[isHelp ? 'log' : 'error'](usage);
  process.exit(isHelp ? 0 : 2);
}

const dataDir = createThrowawayFolder();
const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
const product = new Product({
  root,
  environment: {
    ...readEnvironment(),
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SMTP_PORT: String(smtpPort),
  },
  nodeArgs: [],
  log: console.log,
  beforeServer: async () => {
    await buildWeb(root, () => console.log('Building the web app'));
  },
});
try {
  const { url, sandboxUrl } = await product.start();
  const token = await createUserWithBank({ app: url, sandbox: sandboxUrl ?? '' });
  await takeScreenshot(url, token);
  console.log(`Wrote ${screenshotFile}`);
} finally {
  await product.stop();
  removeThrowawayFolder(dataDir);
}
