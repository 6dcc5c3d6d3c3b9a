import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '../tests/support/free-port.ts';
import { chromiumFlags, findChromium, noChromium } from './chromium.ts';
import { readEnvironment } from './command/environment.mjs';
import { root } from './command/root.mjs';
import { Product } from './product/start-product.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from './product/throwaway-folder.ts';
import { buildWeb } from './product/web-build.ts';

const usage = `Usage: npm run screenshot -- [--help]

Makes the README's picture, docs/dashboard.png, again: the dashboard of a new customer who linked
user_good, from a product that is started for it and leaves nothing behind. Needs a Chromium
(CHROMIUM_PATH says where, if it is not found).`;

/** Makes the README's picture again: the dashboard of a new customer who linked `user_good`. */
const picture = join(root, 'docs/dashboard.png');
const password = 'correct horse battery';

interface Addresses {
  app: string;
  sandbox: string;
}

/** A JSON call of the app, the sandbox's controls or the aggregator. */
async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T; // The caller says what the call answers.
}

/** Signs up, pays and links a bank; answers the token once the first sync has ended. */
async function customerWithBank({ app, sandbox }: Addresses): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await post(`${app}/api/signup`, { email, password });
  const signedIn = await fetch(`${app}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${app}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()) as T; // As above.
  };
  const { id } = await get<{ id: string }>('/user/me');
  await post(`${sandbox}/control/payments/complete`, { client_reference_id: id, plan: 'lifetime' });
  await until(
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
  await until(async () => (await get<{ state: string }>('/user/sync')).state === 'idle');
  const renewed = await post<{ access_token: string }>(`${app}/api/user/upgrade_token`, {}, token);
  return renewed.access_token;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 30_000; ) if (await holds()) return;
  throw new Error('Waited for 30 s in vain');
}

async function takePicture(app: string, token: string): Promise<void> {
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
  await page.screenshot({ path: picture, animations: 'disabled' });
  await browser.close();
}

const args = process.argv.slice(2);
if (args.length > 0) {
  // Whoever asks for help, or for something else, does not want the picture made.
  const asked = args.every((arg) => arg === '--help' || arg === '-h');
  console[asked ? 'log' : 'error'](usage);
  process.exit(asked ? 0 : 2);
}

const dataDir = makeThrowawayFolder();
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
  say: console.log,
  beforeServer: async () => {
    await buildWeb(root, () => console.log('Building the web app'));
  },
});
try {
  const { address, sandboxAddress } = await product.start();
  const token = await customerWithBank({ app: address, sandbox: sandboxAddress ?? '' });
  await takePicture(address, token);
  console.log(`Wrote ${picture}`);
} finally {
  await product.stop();
  removeThrowawayFolder(dataDir);
}
