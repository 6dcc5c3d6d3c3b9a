import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEFAULT_TIME_ZONE } from '../clock.ts';
import { wireAccount, wireTransaction } from '../plaid/calls/wire-item.ts';
import { ALL_PRODUCTS, institutionById } from '../plaid/institutions/institutions.ts';
import { addActivity, modifyRow, postPendingRows } from '../plaid/items/change-item.ts';
import type { Item } from '../plaid/items/item.ts';
import { breakLogin, repairLogin } from '../plaid/items/item-state.ts';
import type { LedgerRow } from '../plaid/items/ledger.ts';
import type { Aggregator } from '../plaid/plaid.plugin.ts';
import { integerOf, NotFound, readFields, stringOf, Unprocessable } from './control-fields.ts';
import { findRow, readActivity, readModification } from './read-activity.ts';

/** `/control/items`: lists linked items and changes them. */
export async function itemRoutes(app: FastifyInstance, aggregator: Aggregator): Promise<void> {
  const { context, registry, webhooks } = aggregator;
  const now = () => new Date(context.clock.now());

  app.get('/items', async () => registry.items().map((item) => describeItem(aggregator, item)));

  app.get('/items/:item_id/transactions', async (request) => {
    const { newest, removed } = readSelection(request.query);
    const { ledger } = linkedItem(aggregator, request);
    const rows = [...(removed ? ledger.removedRows() : ledger.rows())];
    return rows.slice(-newest).toReversed().map(describeRow);
  });

  /** Defines a call that changes rows. It returns the rows and notifies the app by webhook. */
  const defineChange = (
    path: string,
    apply: (item: Item, body: unknown) => Promise<LedgerRow[]> | LedgerRow[],
  ) => {
    app.post(`/items/:item_id/${path}`, async (request) => {
      const item = linkedItem(aggregator, request);
      const rows = await apply(item, request.body);
      await context.stateFile.save();
      item.reportedCount = item.ledger.length;
      const wasFired = rows.length > 0 && webhooks.fireUpdates(item);
      return { transactions: rows.map(describeRow), webhook_fired: wasFired };
    });
  };

  defineChange('activity', (item, body) =>
    addActivity(item, readActivity(item, body, item.today(context.clock)), now()),
  );
  defineChange('settle', (item, body) => {
    readFields(body, 'the body', []);
    return postPendingRows(item, item.today(context.clock), now());
  });
  defineChange('remove', (item, body) => {
    const row = findRow(item, readFields(body, 'the body', ['transaction_id']));
    item.recordEvent('removed', row, now());
    return [row];
  });
  defineChange('restore', (item, body) => {
    const id = stringOf(readFields(body, 'the body', ['transaction_id']), 'transaction_id');
    const row = item.ledger.findRemoved(id);
    if (row === undefined)
      throw new Unprocessable('transaction_id is not a removed transaction of the item');
    item.recordEvent('added', row, now());
    return [row];
  });
  defineChange('modify', (item, body) => {
    const { row, patch } = readModification(item, body);
    return [modifyRow(item, row, patch, now())];
  });
  stateRoutes(app, aggregator);
}

/** Calls that change an item's consent and login state. */
function stateRoutes(app: FastifyInstance, aggregator: Aggregator): void {
  const { context } = aggregator;
  app.post('/items/:item_id/consent', async (request) => {
    const products = readConsent(request.body);
    const item = linkedItem(aggregator, request);
    item.record.consentedProducts = products;
    await context.stateFile.save();
    return describeItem(aggregator, item);
  });

  for (const [path, apply] of [
    ['login_required', breakLogin],
    ['repair', repairLogin],
  ] as const) {
    app.post(`/items/:item_id/${path}`, async (request) => {
      readFields(request.body, 'the body', []);
      const item = linkedItem(aggregator, request);
      apply(aggregator, item);
      await context.stateFile.save();
      return describeItem(aggregator, item);
    });
  }
}

/** Reads the products that the user consents to. Transactions are always included. */
function readConsent(body: unknown): string[] {
  const { products } = readFields(body, 'the body', ['products']);
  const optionalProducts = ['liabilities', 'investments'];
  if (!Array.isArray(products) || !products.every((product) => optionalProducts.includes(product)))
    throw new Unprocessable(`products must be a list of any of ${optionalProducts.join(', ')}`);
  return ['transactions', ...new Set(products)];
}

/** Reads `?newest=20&removed=true`: how many rows to list, and whether to list current or removed rows. */
function readSelection(query: unknown): { newest: number; removed: boolean } {
  const fields = readFields(query, 'the query', ['newest', 'removed']);
  const newest = fields.newest === undefined ? {} : { newest: Number(fields.newest) };
  return {
    newest: integerOf(newest, 'newest', Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER),
    removed: fields.removed === 'true',
  };
}

/** Returns the item in the path. Throws NotFound if it is unknown, Unprocessable if it was removed. */
export function linkedItem({ registry }: Aggregator, request: FastifyRequest): Item {
  // Every route that calls this function declares the parameter in its path.
  const { item_id: itemId } = request.params as { item_id: string };
  return findLinkedItem(registry, itemId);
}

/** Like `linkedItem`, but finds the item by a given ID. */
export function findLinkedItem(registry: Aggregator['registry'], itemId: string): Item {
  const item = registry.find(itemId);
  if (item === undefined) throw new NotFound(`item ${itemId} not found`);
  if (item.record.state === 'removed') throw new Unprocessable('the item was removed by the app');
  registry.advance(item);
  return item;
}

function describeItem({ registry }: Aggregator, item: Item) {
  const { record } = item;
  const { name } = institutionById(record.institutionId);
  const common = {
    item_id: record.itemId,
    state: record.state,
    institution_id: record.institutionId,
    institution_name: name,
    username: record.username,
    time_zone: record.timeZone ?? DEFAULT_TIME_ZONE,
    webhook: record.webhook,
    created_at: record.createdAt,
    synced: record.synced,
    consented_products: record.consentedProducts ?? ALL_PRODUCTS,
    last_webhook:
      record.lastWebhook === null
        ? null
        : { code: record.lastWebhook.code, sent_at: record.lastWebhook.sentAt },
  };
  if (record.state === 'removed') {
    return { ...common, accounts: [], transactions: 0, pending: 0 };
  }
  registry.advance(item);
  let pending = 0;
  for (const row of item.ledger.rows()) if (row.held.pending) pending++;
  return {
    ...common,
    accounts: item.accounts().map(wireAccount),
    transactions: item.ledger.rowCount,
    pending,
  };
}

function describeRow(row: LedgerRow) {
  return wireTransaction(row, { withOriginalDescription: true, categoryVersion: 'v2' });
}
