import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import {
  Configuration,
  PlaidApi,
  type PlaidError,
  Products,
  type Transaction,
  type TransactionsSyncRequest,
} from 'plaid';
import { buildSandbox } from '../app.ts';
import { type Clock, dayAt } from '../clock.ts';
import type { SandboxSettings } from '../settings.ts';

/** A sandbox on a free port, and the official SDK connected to it. */
export interface SandboxHarness {
  app: FastifyInstance;
  address: string;
  plaid: PlaidApi;
  clock: TestClock;
  /** Posts JSON to a path of the sandbox. */
  post(path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  get(path: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A clock that tests control. */
export interface TestClock extends Clock {
  set(instant: string): void;
}

export function clockAt(instant: string): TestClock {
  let now = Date.parse(instant);
  return {
    now: () => now,
    today: (timeZone) => dayAt(now, timeZone),
    set: (nextInstant) => {
      now = Date.parse(nextInstant);
    },
  };
}

export const NOW = '2026-11-21T12:00:00Z';
export const TODAY = '2026-11-21';

/** Starts a sandbox. The test must close it. */
export async function startSandbox(
  changes: Partial<SandboxSettings> = {},
  clock = clockAt(NOW),
): Promise<SandboxHarness> {
  const settings: SandboxSettings = {
    port: 0,
    smtpPort: await freePort(),
    seed: 1,
    today: null,
    appUrl: 'http://localhost:3000',
    dataDir: null,
    parentWatch: false,
    ...changes,
  };
  const app = await buildSandbox(settings, clock);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    address,
    clock,
    plaid: createPlaidClient(address),
    post: async (path, body) => {
      const response = await fetch(`${address}${path}`, {
        method: 'POST',
        ...(body === undefined
          ? {}
          : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    get: async (path) => (await fetch(`${address}${path}`)).json(),
    close: () => app.close(),
  };
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // The server listens on TCP, so its address is not a pipe name.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Creates the official SDK client, configured as an app's server would. */
export function createPlaidClient(address: string, secret = 'sandbox-secret'): PlaidApi {
  return new PlaidApi(
    new Configuration({
      basePath: `${address}/plaid`,
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': 'sandbox-client', 'PLAID-SECRET': secret },
        timeout: 10_000,
      },
    }),
  );
}

/** Links an item without the browser. Returns its access token and ID. */
export async function linkItem(
  { plaid }: Pick<SandboxHarness, 'plaid'>,
  options: {
    username?: string;
    password?: string;
    webhook?: string;
    days?: number;
    institution?: string;
  } = {},
): Promise<{ accessToken: string; itemId: string }> {
  const created = await plaid.sandboxPublicTokenCreate({
    institution_id: options.institution ?? 'ins_1',
    initial_products: [Products.Transactions],
    options: {
      ...(options.username === undefined ? {} : { override_username: options.username }),
      ...(options.password === undefined ? {} : { override_password: options.password }),
      ...(options.webhook === undefined ? {} : { webhook: options.webhook }),
      ...(options.days === undefined ? {} : { transactions: { days_requested: options.days } }),
    },
  });
  const { data } = await plaid.itemPublicTokenExchange({ public_token: created.data.public_token });
  return { accessToken: data.access_token, itemId: data.item_id };
}

/** Returns the error body and HTTP status of a call. Throws if the call succeeds. */
export async function catchPlaidError(
  call: Promise<unknown>,
): Promise<PlaidError & { http: number }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && 'response' in error) {
      // The SDK's error has the HTTP response in `response`.
      const { response } = error as Error & { response: { status: number; data: PlaidError } };
      if (response !== undefined) return { ...response.data, http: response.status };
    }
    throw error;
  }
  throw new Error('the call succeeded');
}

/** Returns the JSON of a `user_custom` with one account. */
export function customUser(
  transactions: Record<string, unknown>[],
  account: Record<string, unknown> = {},
): string {
  return JSON.stringify({
    override_accounts: [
      { type: 'depository', subtype: 'checking', starting_balance: 1000, transactions, ...account },
    ],
  });
}

/** A received webhook. */
export interface ReceivedWebhook {
  raw: string;
  token: string;
  body: Record<string, unknown>;
}

/** A server that receives webhooks in place of the app. */
export interface WebhookCatcher {
  url: string;
  received: ReceivedWebhook[];
  /** The response status. Tests can change it. */
  responseStatus: number;
  /** Resolves with the first webhook with this code, ignoring the first `after` webhooks. */
  waitFor(code: string, after?: number): Promise<ReceivedWebhook>;
  close(): Promise<void>;
}

export async function startWebhookCatcher(): Promise<WebhookCatcher> {
  const received: ReceivedWebhook[] = [];
  const waiters = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    received.push({
      raw,
      token: String(request.headers['plaid-verification']),
      body: JSON.parse(raw),
    });
    response.writeHead(catcher.responseStatus).end();
    for (const check of waiters) check();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;

  const catcher: WebhookCatcher = {
    url: `http://127.0.0.1:${port}/api/webhooks/plaid`,
    received,
    responseStatus: 200,
    waitFor: (code, after = 0) =>
      new Promise((resolve) => {
        const check = () => {
          const match = received.slice(after).find((webhook) => webhook.body.webhook_code === code);
          if (match === undefined) return;
          waiters.delete(check);
          resolve(match);
        };
        waiters.add(check);
        check();
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return catcher;
}

/** Reads every page from a cursor on, as an app does. */
export async function syncAll(
  { plaid }: Pick<SandboxHarness, 'plaid'>,
  accessToken: string,
  request: Partial<TransactionsSyncRequest> = {},
) {
  const all = {
    added: [] as Transaction[],
    modified: [] as Transaction[],
    removed: [] as string[],
    cursor: request.cursor ?? '',
  };
  for (;;) {
    const { data } = await plaid.transactionsSync({
      count: 500,
      ...request,
      access_token: accessToken,
      cursor: all.cursor,
    });
    all.added.push(...data.added);
    all.modified.push(...data.modified);
    all.removed.push(...data.removed.map((row) => row.transaction_id));
    all.cursor = data.next_cursor;
    if (!data.has_more) return all;
  }
}

/** Returns the login of a `user_custom` with one account. */
export function customLogin(
  rows: Record<string, unknown>[],
  account: Record<string, unknown> = {},
) {
  return { username: 'user_custom', password: customUser(rows, account) };
}

/** A posted transaction of a `user_custom`. */
export const COFFEE = {
  date_transacted: '2026-11-18',
  date_posted: '2026-11-19',
  amount: 4.5,
  description: 'COFFEE',
};
