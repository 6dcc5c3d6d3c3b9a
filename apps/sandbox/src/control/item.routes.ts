import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addActivity, modifyRow, settle } from '../plaid/change-item.ts';
import { wireAccount, wireTransaction } from '../plaid/describe.ts';
import { EVERYTHING, institutionById } from '../plaid/institutions.ts';
import type { Item } from '../plaid/item.ts';
import { breakLogin, repair } from '../plaid/item-state.ts';
import type { LedgerRow } from '../plaid/ledger.ts';
import type { Aggregator } from '../plaid/plaid.plugin.ts';
import { readActivity, readChange, standingRow } from './read-activity.ts';
import { NotThere, readFields, textOf, Unprocessable, wholeOf } from './read-control.ts';

/** `/control/items`: what is linked, and making things happen to it. */
export async function itemRoutes(app: FastifyInstance, aggregator: Aggregator): Promise<void> {
  const { context, registry, webhooks } = aggregator;
  const at = () => new Date(context.clock.now());

  app.get('/items', async () => registry.items().map((item) => describeItem(aggregator, item)));

  app.get('/items/:item_id/transactions', async (request) => {
    const { newest, removed } = readSelection(request.query);
    const { ledger } = linkedItem(aggregator, request);
    const rows = [...(removed ? ledger.goneRows() : ledger.rows())];
    return rows.slice(-newest).toReversed().map(describeRow);
  });

  /** A call that changes rows: answers them, and tells the app by webhook. */
  const change = (
    path: string,
    act: (item: Item, body: unknown) => Promise<LedgerRow[]> | LedgerRow[],
  ) => {
    app.post(`/items/:item_id/${path}`, async (request) => {
      const item = linkedItem(aggregator, request);
      const rows = await act(item, request.body);
      await context.stateFile.save();
      item.told = item.ledger.length;
      const fired = rows.length > 0 && webhooks.fireUpdates(item);
      return { transactions: rows.map(describeRow), webhook_fired: fired };
    });
  };

  change('activity', (item, body) =>
    addActivity(item, readActivity(item, body, context.clock.today()), at()),
  );
  change('settle', (item, body) => {
    readFields(body, 'the body', []);
    return settle(item, context.clock.today(), at());
  });
  change('remove', (item, body) => {
    const row = standingRow(item, readFields(body, 'the body', ['transaction_id']));
    item.note('removed', row, at());
    return [row];
  });
  change('restore', (item, body) => {
    const id = textOf(readFields(body, 'the body', ['transaction_id']), 'transaction_id');
    const row = item.ledger.findGone(id);
    if (row === undefined) throw new Unprocessable('transaction_id names no removed transaction');
    item.note('added', row, at());
    return [row];
  });
  change('modify', (item, body) => {
    const { row, patch } = readChange(item, body);
    return [modifyRow(item, row, patch, at())];
  });
  stateRoutes(app, aggregator);
}

/** How an item stands: what its person has agreed to, and whether its login works. */
function stateRoutes(app: FastifyInstance, aggregator: Aggregator): void {
  const { context } = aggregator;
  app.post('/items/:item_id/consent', async (request) => {
    const agreed = readConsent(request.body);
    const item = linkedItem(aggregator, request);
    item.record.consentedProducts = agreed;
    await context.stateFile.save();
    return describeItem(aggregator, item);
  });

  for (const [path, act] of [
    ['login_required', breakLogin],
    ['repair', repair],
  ] as const) {
    app.post(`/items/:item_id/${path}`, async (request) => {
      readFields(request.body, 'the body', []);
      const item = linkedItem(aggregator, request);
      act(aggregator, item);
      await context.stateFile.save();
      return describeItem(aggregator, item);
    });
  }
}

/** The products that the person is to have agreed to, and no others. Transactions are what an item is for. */
function readConsent(body: unknown): string[] {
  const { products } = readFields(body, 'the body', ['products']);
  const known = ['liabilities', 'investments'];
  if (!Array.isArray(products) || !products.every((each) => known.includes(each)))
    throw new Unprocessable(`products must be a list of some of ${known.join(', ')}`);
  return ['transactions', ...new Set(products)];
}

/** `?newest=20&removed=true`: how many rows, and whether those that the bank took back. */
function readSelection(query: unknown): { newest: number; removed: boolean } {
  const given = readFields(query, 'the query', ['newest', 'removed']);
  const asked = given.newest === undefined ? {} : { newest: Number(given.newest) };
  return {
    newest: wholeOf(asked, 'newest', Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER),
    removed: given.removed === 'true',
  };
}

/** The item of the path. Throws NotThere for an unknown one, Unprocessable for one that was removed. */
export function linkedItem({ registry }: Aggregator, request: FastifyRequest): Item {
  // The route's path declares this one parameter.
  const { item_id: itemId } = request.params as { item_id: string };
  return findLinked(registry, itemId);
}

/** The same by id. */
export function findLinked(registry: Aggregator['registry'], itemId: string): Item {
  const item = registry.find(itemId);
  if (item === undefined) throw new NotThere(`there is no item ${itemId}`);
  if (item.record.state === 'removed') throw new Unprocessable('the item was removed by the app');
  registry.advance(item);
  return item;
}

function describeItem({ registry }: Aggregator, item: Item) {
  const { record } = item;
  const { name } = institutionById(record.institutionId);
  const shared = {
    item_id: record.itemId,
    state: record.state,
    institution_id: record.institutionId,
    institution_name: name,
    username: record.username,
    webhook: record.webhook,
    created_at: record.createdAt,
    synced: record.synced,
    consented_products: record.consentedProducts ?? EVERYTHING,
    last_webhook:
      record.lastWebhook === null
        ? null
        : { code: record.lastWebhook.code, sent_at: record.lastWebhook.sentAt },
  };
  if (record.state === 'removed') {
    return { ...shared, accounts: [], transactions: 0, pending: 0 };
  }
  registry.advance(item);
  let pending = 0;
  for (const row of item.ledger.rows()) if (row.held.pending) pending++;
  return {
    ...shared,
    accounts: item.accounts().map(wireAccount),
    transactions: item.ledger.count,
    pending,
  };
}

function describeRow(row: LedgerRow) {
  return wireTransaction(row, { withOriginalDescription: true, categoryVersion: 'v2' });
}
