import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { exchangeLinks, linkExchange } from '../support/exchange.ts';
import { type SandboxProcess, startSandbox } from '../support/sandbox-process.ts';
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { signUpPaid } from '../support/test-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let sandbox: SandboxProcess;
/** Stands before the exchange's token endpoint, to hold an answer back. */
let door: ScriptedProvider;
let running: ServerProcess;
let environment: Record<string, string>;
let dataDir: string;

beforeAll(async () => {
  const port = await freePort();
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  [database, sandbox, door] = await Promise.all([
    createTestDatabase(),
    startSandbox(`http://localhost:${port}`),
    startScriptedProvider(),
  ]);
  door.answer = (path, response) => void passOn(path, response);
  environment = {
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX_PORT: String(sandbox.port),
    SMTP_PORT: String(sandbox.smtpPort),
    COINBASE_LOGIN_URL: `${door.url}/coinbase`,
  };
  running = await startServerProcess(environment);
});
afterAll(async () => {
  await running.stop();
  await door.stop();
  await sandbox.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What the exchange answers to what was asked last. */
async function exchangeAnswer(path: string) {
  const { headers, form } = door.asked.at(-1) ?? {};
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: headers?.authorization ? { authorization: headers.authorization } : {},
    body: form ?? null,
  });
  return { status: answer.status, body: await answer.text() };
}

async function passOn(path: string, response: ServerResponse): Promise<void> {
  const { status, body } = await exchangeAnswer(path);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** From now on the exchange's answers are not delivered; settles with the status of the first. */
function holdAnswers(): Promise<number> {
  const answered = Promise.withResolvers<number>();
  door.answer = (path) =>
    void exchangeAnswer(path).then(({ status }) => answered.resolve(status), answered.reject);
  return answered.promise;
}

/** The one that died had a minute for its renewal: that minute is over. */
async function passMinuteOfRenewal(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(
    `update exchange_links set renewing_until = now() - interval '1 second' where renewing_until > now()`,
  );
  await client.end();
  expect(rowCount).toBe(1);
}

test('a server killed after the exchange renewed a pair and before it was kept asks to link anew, and keeps the data', async () => {
  const product = { url: running.url, sandbox };
  const client = await signUpPaid(product);
  const user = 'holder of a pair';
  const holdings = [{ code: 'BTC', amount: '0.75000000' }];
  await sandbox.control('exchange/holdings', { user, holdings });
  await linkExchange(client, user);
  const before = await client.reply('GET /cb/portfolio');

  await sandbox.control('exchange/access', { user, how: 'expire' });
  const renewed = holdAnswers();
  const asking = client.call('GET /cb/portfolio').then(
    () => 'answered',
    () => 'cut off',
  );
  expect(await renewed).toBe(200);
  await running.kill();
  expect(await asking).toBe('cut off');
  expect(await exchangeLinks(product, user)).toMatchObject([{ renewals: 1 }]);

  door.answer = (path, response) => void passOn(path, response);
  running = await startServerProcess(environment);
  await passMinuteOfRenewal();
  expect(await client.reply('GET /cb/portfolio')).toEqual({
    ...before,
    stale: true,
    trouble: 'reconnect',
  });
  expect(await client.reply('GET /cb')).toMatchObject({ state: 'reconnect' });
  expect((await client.reply('GET /cb/history')).points).toHaveLength(1);
  expect(await exchangeLinks(product, user)).toMatchObject([{ renewals: 1 }]);

  await linkExchange(client, user);
  expect(await client.reply('GET /cb/portfolio')).toMatchObject({ portfolio: before.portfolio });
  expect((await client.reply('GET /cb/portfolio')).stale).toBeUndefined();
});
