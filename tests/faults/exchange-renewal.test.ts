import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { linkExchange, listExchangeLinks } from '../support/bank/exchange.ts';
import { type ScriptedProvider, startScriptedProvider } from '../support/bank/scripted-provider.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { type SandboxProcess, startSandbox } from '../support/processes/sandbox-process.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { signUpPaid } from '../support/requests/test-client.ts';

let database: TestDatabase;
let sandbox: SandboxProcess;
/** A proxy in front of the exchange's token endpoint that can withhold responses. */
let proxy: ScriptedProvider;
let server: ServerProcess;
let environment: Record<string, string>;
let dataDir: string;

beforeAll(async () => {
  const port = await freePort();
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  [database, sandbox, proxy] = await Promise.all([
    createTestDatabase(),
    startSandbox(`http://localhost:${port}`),
    startScriptedProvider(),
  ]);
  proxy.respond = (path, response) => void forward(path, response);
  environment = {
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX_PORT: String(sandbox.port),
    SMTP_PORT: String(sandbox.smtpPort),
    COINBASE_LOGIN_URL: `${proxy.url}/coinbase`,
  };
  server = await startServerProcess(environment);
});
afterAll(async () => {
  await server.stop();
  await proxy.stop();
  await sandbox.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Forwards the last request that the proxy received to the exchange, and returns the response. */
async function forwardLastRequest(path: string) {
  const { headers, form } = proxy.requests.at(-1) ?? {};
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: headers?.authorization ? { authorization: headers.authorization } : {},
    body: form ?? null,
  });
  return { status: response.status, body: await response.text() };
}

async function forward(path: string, response: ServerResponse): Promise<void> {
  const { status, body } = await forwardLastRequest(path);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** Stops delivering the exchange's responses to the server. Resolves to the status of the first one. */
function withholdResponses(): Promise<number> {
  const firstStatus = Promise.withResolvers<number>();
  proxy.respond = (path) =>
    void forwardLastRequest(path).then(
      ({ status }) => firstStatus.resolve(status),
      firstStatus.reject,
    );
  return firstStatus.promise;
}

/** Expires the renewal lease of the killed process, which lasts a minute. */
async function expireRenewalLease(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(
    `update exchange_links set renewing_until = now() - interval '1 second' where renewing_until > now()`,
  );
  await client.end();
  expect(rowCount).toBe(1);
}

test('a server that is killed before it stores renewed tokens asks the user to link the exchange again and keeps the data', async () => {
  const product = { url: server.url, sandbox };
  const client = await signUpPaid(product);
  const user = 'exchange user';
  const holdings = [{ code: 'BTC', amount: '0.75000000' }];
  await sandbox.control('exchange/holdings', { user, holdings });
  await linkExchange(client, user);
  const before = await client.request('GET /cb/portfolio');

  await sandbox.control('exchange/access', { user, how: 'expire' });
  const renewalStatus = withholdResponses();
  const request = client.call('GET /cb/portfolio').then(
    () => 'completed',
    () => 'aborted',
  );
  expect(await renewalStatus).toBe(200);
  await server.kill();
  expect(await request).toBe('aborted');
  expect(await listExchangeLinks(product, user)).toMatchObject([{ renewals: 1 }]);

  proxy.respond = (path, response) => void forward(path, response);
  server = await startServerProcess(environment);
  await expireRenewalLease();
  expect(await client.request('GET /cb/portfolio')).toEqual({
    ...before,
    stale: true,
    stale_reason: 'reconnect',
  });
  expect(await client.request('GET /cb')).toMatchObject({ state: 'reconnect' });
  expect((await client.request('GET /cb/history')).points).toHaveLength(1);
  expect(await listExchangeLinks(product, user)).toMatchObject([{ renewals: 1 }]);

  await linkExchange(client, user);
  expect(await client.request('GET /cb/portfolio')).toMatchObject({ portfolio: before.portfolio });
  expect((await client.request('GET /cb/portfolio')).stale).toBeUndefined();
});
