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
import type { Clock } from '../clock.ts';
import type { SandboxSettings } from '../settings.ts';

/** A sandbox that listens on a free port, and the official client that talks to it. */
export interface Rehearsal {
  app: FastifyInstance;
  address: string;
  plaid: PlaidApi;
  clock: TestClock;
  /** Posts JSON to a path of the sandbox. */
  post(path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  get(path: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A clock that a test moves. */
export interface TestClock extends Clock {
  set(instant: string): void;
}

export function clockAt(instant: string): TestClock {
  let now = Date.parse(instant);
  return {
    now: () => now,
    today: () => new Date(now).toISOString().slice(0, 10),
    set: (next) => {
      now = Date.parse(next);
    },
  };
}

export const NOW = '2026-11-21T12:00:00Z';
export const TODAY = '2026-11-21';

/** Starts a sandbox. Close it when the test is over. */
export async function rehearse(
  changes: Partial<SandboxSettings> = {},
  clock = clockAt(NOW),
): Promise<Rehearsal> {
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
    plaid: clientOf(address),
    post: async (path, body) => {
      const answer = await fetch(`${address}${path}`, {
        method: 'POST',
        ...(body === undefined
          ? {}
          : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    get: async (path) => (await fetch(`${address}${path}`)).json(),
    close: () => app.close(),
  };
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // Listening on TCP: the address is not a pipe's.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The official client, as a server would make it. */
export function clientOf(address: string, secret = 'sandbox-secret'): PlaidApi {
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

/** Links a login without the browser and answers its tokens. */
export async function linkUp(
  { plaid }: Pick<Rehearsal, 'plaid'>,
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

/** The status and body of the refusal that a call must end in. */
export async function refusalOf(call: Promise<unknown>): Promise<PlaidError & { http: number }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && 'response' in error) {
      // The client's error carries the answer in `response`.
      const { response } = error as Error & { response: { status: number; data: PlaidError } };
      if (response !== undefined) return { ...response.data, http: response.status };
    }
    throw error;
  }
  throw new Error('the call was not refused');
}

/** Makes the JSON of a `user_custom` with one account. */
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

/** One webhook as the app receives it. */
export interface Received {
  raw: string;
  token: string;
  body: Record<string, unknown>;
}

/** A server in the app's place that takes webhooks. */
export interface WebhookCatcher {
  url: string;
  received: Received[];
  /** What it answers from now on. */
  answer: number;
  /** The first webhook with this code among those received from `after` on, as soon as it is there. */
  waitFor(code: string, after?: number): Promise<Received>;
  close(): Promise<void>;
}

export async function catchWebhooks(): Promise<WebhookCatcher> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const raw = Buffer.concat(parts).toString();
    received.push({
      raw,
      token: String(request.headers['plaid-verification']),
      body: JSON.parse(raw),
    });
    response.writeHead(catcher.answer).end();
    for (const look of waiting) look();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;

  const catcher: WebhookCatcher = {
    url: `http://127.0.0.1:${port}/api/webhooks/plaid`,
    received,
    answer: 200,
    waitFor: (code, after = 0) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.slice(after).find((each) => each.body.webhook_code === code);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return catcher;
}

/** Reads every page from a cursor on, as an app does. */
export async function readAll(
  { plaid }: Pick<Rehearsal, 'plaid'>,
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
    all.removed.push(...data.removed.map((each) => each.transaction_id));
    all.cursor = data.next_cursor;
    if (!data.has_more) return all;
  }
}

/** The login of a `user_custom` with one account. */
export function customLogin(
  rows: Record<string, unknown>[],
  account: Record<string, unknown> = {},
) {
  return { username: 'user_custom', password: customUser(rows, account) };
}

/** One posted row of a `user_custom`. */
export const COFFEE = {
  date_transacted: '2026-11-18',
  date_posted: '2026-11-19',
  amount: 4.5,
  description: 'COFFEE',
};
