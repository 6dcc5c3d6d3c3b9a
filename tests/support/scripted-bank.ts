import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A transaction as the aggregator sends it; what a script leaves out has its usual value. */
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

/** One page of changes, exactly as it is to be sent. */
export interface ScriptedPage {
  added?: ScriptedRow[];
  modified?: ScriptedRow[];
  removed?: string[];
  /** An error code of the aggregator's, answered instead. */
  refuse?: string;
}

/** What one item of the scripted bank is to send, and how it was asked. */
export interface ScriptedItem {
  /** The pages of the next sync, whatever its cursor; they come once. */
  script(...pages: ScriptedPage[]): void;
  /** The accounts that the list names; those that the pages' own lists name stay empty. */
  accounts: ScriptedAccount[];
  /** What repeats, in the aggregator's own words; an error code refuses the question. */
  streams: { inflow_streams: object[]; outflow_streams: object[] } | string;
  /** What is owed and what is held, likewise. */
  liabilities: { liabilities: object } | string;
  holdings: { holdings: object[]; securities: object[] } | string;
  /** How many calls for changes came. */
  asked: number;
  /** The most of them that were ever open at once. */
  mostAtOnce: number;
  /** Holds the answers to further calls for changes, up to the next hold, until what this answers is called. */
  hold(): () => void;
  /** Likewise the answers to calls for accounts, which come after the last page. */
  holdAccounts(): () => void;
  /** How many calls for accounts came. */
  accountsAsked: number;
  /** Likewise the answers to calls for the item itself, which come first when it is linked. */
  holdItem(): () => void;
  /** How many calls for the item itself came. */
  itemAsked: number;
  /** Likewise the answers to calls that remove it. */
  holdRemoval(): () => void;
  /** How many calls to remove it came. */
  removalsAsked: number;
  /** It was removed: every call about it is refused. */
  removed: boolean;
}

/** An aggregator that sends what a test scripts, page by page: orders that no sandbox would choose. */
export interface ScriptedBank {
  url: string;
  /** While it is, every call is answered with an error of its own. */
  away: boolean;
  /** The item that the public token `public-<name>` becomes; the part before a dash is its institution. */
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

/** Starts one, on a port of its own. */
export async function startScriptedBank(): Promise<ScriptedBank> {
  const items = new Map<string, ReturnType<typeof newItem>>();
  const itemNamed = (name: string) => {
    const item = items.get(name) ?? newItem();
    items.set(name, item);
    return item;
  };

  async function answer(path: string, body: Body): Promise<object> {
    const name = String(body.access_token ?? body.public_token).replace(/^(access|public)-/, '');
    if (itemNamed(name).removed) return { error_type: 'ITEM_ERROR', error_code: 'ITEM_NOT_FOUND' };
    switch (path) {
      case '/item/public_token/exchange':
        return { access_token: `access-${name}`, item_id: name };
      case '/item/get':
        await itemNamed(name).describe();
        return { item: { institution_id: name.split('-')[0], institution_name: 'Scripted' } };
      case '/item/webhook/update':
        return { item: { institution_id: name.split('-')[0], institution_name: 'Scripted' } };
      case '/item/remove':
        return itemNamed(name).remove();
      case '/accounts/get':
        return itemNamed(name).listAccounts();
      case '/transactions/recurring/get':
        return itemNamed(name).tell('streams');
      case '/liabilities/get':
        return itemNamed(name).tell('liabilities');
      case '/investments/holdings/get':
        return itemNamed(name).tell('holdings');
      default:
        return itemNamed(name).changes(body);
    }
  }

  const server = createServer((request, response) => {
    void respond(request, response, async (path, body) =>
      bank.away
        ? { error_type: 'API_ERROR', error_code: 'INTERNAL_SERVER_ERROR' }
        : answer(path, body),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  const bank: ScriptedBank = {
    url: `http://localhost:${port}`,
    away: false,
    item: itemNamed,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return bank;
}

function newItem() {
  let pages: ScriptedPage[] = [];
  // How many pages came before this script's.
  let before = 0;
  let open = 0;
  const changesGate = newGate();
  const accountsGate = newGate();
  const itemGate = newGate();
  const removalGate = newGate();
  const item = {
    asked: 0,
    accountsAsked: 0,
    itemAsked: 0,
    removalsAsked: 0,
    removed: false,
    streams: { inflow_streams: [], outflow_streams: [] } as ScriptedItem['streams'],
    liabilities: 'NO_LIABILITY_ACCOUNTS' as ScriptedItem['liabilities'],
    holdings: 'NO_INVESTMENT_ACCOUNTS' as ScriptedItem['holdings'],
    mostAtOnce: 0,
    accounts: [{ account_id: 'checking' }, { account_id: 'savings' }] as ScriptedAccount[],
    script(...next: ScriptedPage[]) {
      before += pages.length;
      pages = next;
    },
    hold: changesGate.hold,
    holdAccounts: accountsGate.hold,
    holdItem: itemGate.hold,
    holdRemoval: removalGate.hold,
    async describe() {
      item.itemAsked += 1;
      await itemGate.held();
    },
    async remove() {
      item.removalsAsked += 1;
      await removalGate.held();
      item.removed = true;
      return {};
    },
    async listAccounts() {
      item.accountsAsked += 1;
      const accounts = item.accounts.map(wireAccount);
      await accountsGate.held();
      return { accounts };
    },
    tell(what: 'streams' | 'liabilities' | 'holdings') {
      const told = item[what];
      return typeof told === 'string' ? { error_type: 'ITEM_ERROR', error_code: told } : told;
    },
    async changes({ cursor }: Body) {
      item.asked += 1;
      open += 1;
      item.mostAtOnce = Math.max(item.mostAtOnce, open);
      const at = cursor === undefined ? 0 : Math.max(0, Number(cursor) - before);
      const page = pages[at];
      const next = page === undefined ? at : at + 1;
      const answer = {
        transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
        accounts: [],
        added: (page?.added ?? []).map(wireRow),
        modified: (page?.modified ?? []).map(wireRow),
        removed: (page?.removed ?? []).map((transaction_id) => ({ transaction_id })),
        next_cursor: String(before + next),
        has_more: next < pages.length,
      };
      await changesGate.held();
      open -= 1;
      return page?.refuse === undefined
        ? answer
        : { error_type: 'TRANSACTIONS_ERROR', error_code: page.refuse };
    },
  };
  return item;
}

/** Lets everyone through until it holds; each hold keeps those that come while it is the last one. */
function newGate() {
  let current: Promise<void> | undefined;
  return {
    held: () => current,
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
  answer: (path: string, body: Body) => Promise<object>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body; // Sent by the SDK.
  const reply = await answer(request.url ?? '', body);
  if ('error_code' in reply) response.statusCode = 400;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ request_id: 'scripted', ...reply }));
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
    primary: primaries.find((primary) => category.startsWith(primary)) ?? 'OTHER',
    detailed: category,
  },
  ...row,
});

const primaries = ['TRANSFER_IN', 'TRANSFER_OUT', 'GENERAL_MERCHANDISE', 'FOOD_AND_DRINK'];

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
