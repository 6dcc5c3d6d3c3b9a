import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A transaction as the aggregator sends it. Omitted fields have defaults. */
export interface ScriptedRow {
  transaction_id: string;
  amount: number;
  account_id?: string;
  date?: string;
  pending?: boolean;
  pending_transaction_id?: string | null;
  category?: string;
  name?: string;
}

/** One page of changes, to be sent unchanged. */
export interface ScriptedPage {
  added?: ScriptedRow[];
  modified?: ScriptedRow[];
  removed?: string[];
  /** An error code of the aggregator, sent instead of the page. */
  errorCode?: string;
}

/** The script of an item at the bank, and the calls that it received. */
export interface ScriptedItem {
  /** Sets the pages of the next sync, regardless of its cursor. They are sent once. */
  script(...pages: ScriptedPage[]): void;
  /** The accounts that /accounts/get lists. The account lists of sync pages are always empty. */
  accounts: ScriptedAccount[];
  /** The streams in the aggregator's format, or an error code. */
  streams: { inflow_streams: object[]; outflow_streams: object[] } | string;
  /** The liabilities and the holdings in the aggregator's format, or an error code for each. */
  liabilities: { liabilities: object } | string;
  holdings: { holdings: object[]; securities: object[] } | string;
  /** The number of sync calls. */
  syncCalls: number;
  /** The highest number of concurrent sync calls. */
  maxConcurrentSyncCalls: number;
  /** Blocks further sync calls until the returned function is called. */
  holdSync(): () => void;
  /** Like `holdSync`, for calls that list accounts. A sync makes them after the last page. */
  holdAccounts(): () => void;
  /** The number of calls that list accounts. */
  accountsCalls: number;
  /** Like `holdSync`, for calls that get the item. They are the first calls after it is linked. */
  holdItem(): () => void;
  /** The number of calls that get the item. */
  itemCalls: number;
  /** Like `holdSync`, for calls that remove the item. */
  holdRemoval(): () => void;
  /** The number of calls that remove the item. */
  removalCalls: number;
  /** True after removal. Every call about the item fails then. */
  removed: boolean;
}

/** An aggregator that sends exactly the pages of a test, in orders that the sandbox would not produce. */
export interface ScriptedBank {
  url: string;
  /** If true, every call fails with a server error. */
  unavailable: boolean;
  /** The item for the public token `public-<name>`. The part of the name before a dash is the institution. */
  item(name: string): ScriptedItem;
  stop(): Promise<void>;
}

export interface ScriptedAccount {
  account_id: string;
  type?: string;
  subtype?: string;
  name?: string;
  mask?: string;
  current?: number;
}

/** A scripted item with the handlers of its calls. */
interface ItemServer extends ScriptedItem {
  getItem(): Promise<void>;
  remove(): Promise<object>;
  listAccounts(): Promise<object>;
  readProduct(product: 'streams' | 'liabilities' | 'holdings'): object;
  listChanges(body: Body): Promise<object>;
}

/** Starts a scripted bank on a free port. */
export async function startScriptedBank(): Promise<ScriptedBank> {
  const items = new Map<string, ItemServer>();
  const findOrCreateItem = (name: string) => {
    const item = items.get(name) ?? createItem();
    items.set(name, item);
    return item;
  };

  async function handle(path: string, body: Body): Promise<object> {
    if (path === '/institutions/get_by_id')
      return { institution: { name: 'Scripted', primary_color: null, logo: null } };
    const name = String(body.access_token ?? body.public_token).replace(/^(access|public)-/, '');
    if (findOrCreateItem(name).removed)
      return { error_type: 'ITEM_ERROR', error_code: 'ITEM_NOT_FOUND' };
    switch (path) {
      case '/item/public_token/exchange':
        return { access_token: `access-${name}`, item_id: name };
      case '/item/get':
        await findOrCreateItem(name).getItem();
        return { item: { institution_id: name.split('-')[0], institution_name: 'Scripted' } };
      case '/item/webhook/update':
        return { item: { institution_id: name.split('-')[0], institution_name: 'Scripted' } };
      case '/item/remove':
        return findOrCreateItem(name).remove();
      case '/accounts/get':
        return findOrCreateItem(name).listAccounts();
      case '/transactions/recurring/get':
        return findOrCreateItem(name).readProduct('streams');
      case '/liabilities/get':
        return findOrCreateItem(name).readProduct('liabilities');
      case '/investments/holdings/get':
        return findOrCreateItem(name).readProduct('holdings');
      default:
        return findOrCreateItem(name).listChanges(body);
    }
  }

  const server = createServer((request, response) => {
    void respond(request, response, async (path, body) =>
      bank.unavailable
        ? { error_type: 'API_ERROR', error_code: 'INTERNAL_SERVER_ERROR' }
        : handle(path, body),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  const bank: ScriptedBank = {
    url: `http://localhost:${port}`,
    unavailable: false,
    item: findOrCreateItem,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return bank;
}

function createItem(): ItemServer {
  let pages: ScriptedPage[] = [];
  // The number of pages of earlier scripts.
  let previousPages = 0;
  let openCalls = 0;
  const syncGate = createGate();
  const accountsGate = createGate();
  const itemGate = createGate();
  const removalGate = createGate();
  const item: ItemServer = {
    syncCalls: 0,
    accountsCalls: 0,
    itemCalls: 0,
    removalCalls: 0,
    removed: false,
    streams: { inflow_streams: [], outflow_streams: [] },
    liabilities: 'NO_LIABILITY_ACCOUNTS',
    holdings: 'NO_INVESTMENT_ACCOUNTS',
    maxConcurrentSyncCalls: 0,
    accounts: [{ account_id: 'checking' }, { account_id: 'savings' }],
    script(...next: ScriptedPage[]) {
      previousPages += pages.length;
      pages = next;
    },
    holdSync: syncGate.hold,
    holdAccounts: accountsGate.hold,
    holdItem: itemGate.hold,
    holdRemoval: removalGate.hold,
    async getItem() {
      item.itemCalls += 1;
      await itemGate.wait();
    },
    async remove() {
      item.removalCalls += 1;
      await removalGate.wait();
      item.removed = true;
      return {};
    },
    async listAccounts() {
      item.accountsCalls += 1;
      const accounts = item.accounts.map(wireAccount);
      await accountsGate.wait();
      return { accounts };
    },
    readProduct(product) {
      const result = item[product];
      return typeof result === 'string' ? { error_type: 'ITEM_ERROR', error_code: result } : result;
    },
    async listChanges({ cursor }) {
      item.syncCalls += 1;
      openCalls += 1;
      item.maxConcurrentSyncCalls = Math.max(item.maxConcurrentSyncCalls, openCalls);
      const index = cursor === undefined ? 0 : Math.max(0, Number(cursor) - previousPages);
      const page = pages[index];
      const next = page === undefined ? index : index + 1;
      const response = {
        transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
        accounts: [],
        added: (page?.added ?? []).map(wireRow),
        modified: (page?.modified ?? []).map(wireRow),
        removed: (page?.removed ?? []).map((transaction_id) => ({ transaction_id })),
        next_cursor: String(previousPages + next),
        has_more: next < pages.length,
      };
      await syncGate.wait();
      openCalls -= 1;
      return page?.errorCode === undefined
        ? response
        : { error_type: 'TRANSACTIONS_ERROR', error_code: page.errorCode };
    },
  };
  return item;
}

/** Creates a gate that lets callers through until it is closed. A later hold replaces an earlier one. */
function createGate() {
  let current: Promise<void> | undefined;
  return {
    wait: () => current,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      current = promise;
      return () => {
        if (current === promise) current = undefined;
        resolve();
      };
    },
  };
}

type Body = Record<string, unknown>;

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (path: string, body: Body) => Promise<object>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body; // Sent by the SDK.
  const result = await handle(request.url ?? '', body);
  if ('error_code' in result) response.statusCode = 400;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ request_id: 'scripted', ...result }));
}

const wireRow = ({ category = 'GENERAL_MERCHANDISE_OTHER', ...row }: ScriptedRow) => ({
  account_id: 'checking',
  date: '2026-05-04',
  authorized_date: null,
  pending: false,
  pending_transaction_id: null,
  name: row.transaction_id,
  iso_currency_code: 'USD',
  unofficial_currency_code: null,
  personal_finance_category: {
    primary: primaryCategories.find((primary) => category.startsWith(primary)) ?? 'OTHER',
    detailed: category,
  },
  ...row,
});

const primaryCategories = ['TRANSFER_IN', 'TRANSFER_OUT', 'GENERAL_MERCHANDISE', 'FOOD_AND_DRINK'];

const wireAccount = ({ account_id, current = 100, ...more }: ScriptedAccount) => ({
  account_id,
  type: 'depository',
  subtype: 'checking',
  name: account_id,
  official_name: null,
  mask: account_id.slice(0, 4),
  balances: {
    current,
    available: current,
    limit: null,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
  },
  ...more,
});
