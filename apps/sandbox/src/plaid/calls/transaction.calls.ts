import type {
  TransactionsRecurringGetResponse,
  TransactionsRefreshResponse,
  TransactionsSyncResponse,
} from 'plaid';
import { foreignCursorError } from '../items/cursor.ts';
import type { Item } from '../items/item.ts';
import { type LedgerPage, type LedgerRow, mutationError } from '../items/ledger.ts';
import type { Aggregator, DefineCall } from '../plaid.plugin.ts';
import { streamsOf } from '../products/streams.ts';
import { requestedAccounts } from './account.calls.ts';
import {
  type Body,
  invalidField,
  readInteger,
  readObject,
  readOptionalString,
  readStrings,
} from './body-fields.ts';
import { PlaidApiError } from './errors.ts';
import { findUsableItem } from './usable-item.ts';
import type { WireResponse } from './wire.ts';
import { wireAccount, wireTransaction } from './wire-item.ts';

const SYNC = '/transactions/sync';
/** The delay of the webhook that follows NOT_READY. */
const READY_AFTER_MS = 1_000;

/** /transactions/sync, /transactions/refresh, and /transactions/recurring/get. */
export function transactionCalls(call: DefineCall, aggregator: Aggregator): void {
  const { registry, webhooks } = aggregator;

  call(
    SYNC,
    { required: ['access_token'], optional: ['cursor', 'count', 'options'] },
    (body, origin): WireResponse<TransactionsSyncResponse> => sync(aggregator, body, origin),
  );

  call(
    '/transactions/refresh',
    { required: ['access_token'] },
    (body): WireResponse<TransactionsRefreshResponse> => {
      const item = findUsableItem(body, registry);
      item.record.updatedAt = new Date(aggregator.context.clock.now()).toISOString();
      if (item.ledger.length > item.reportedCount) webhooks.fireUpdates(item);
      item.reportedCount = item.ledger.length;
      return {};
    },
  );

  call(
    '/transactions/recurring/get',
    { required: ['access_token'], optional: ['account_ids', 'options'] },
    (body): WireResponse<TransactionsRecurringGetResponse> => {
      const item = findUsableItem(body, registry);
      if (
        aggregator.context.faults.consumeMatching('plaid', '/transactions/recurring/get', [
          'not_ready',
        ])
      ) {
        throw new PlaidApiError(
          'PRODUCT_NOT_READY',
          'the requested product is not yet ready. please provide a webhook or try the request again later',
        );
      }
      const version = categoryVersion(readObject(body, 'options'));
      const accounts = requestedAccounts(item, readStrings(body, 'account_ids'));
      const ids = new Set(accounts.map((account) => account.accountId));
      const streams = streamsOf(item, item.today(aggregator.context.clock), version).filter(
        (stream) => ids.has(stream.account_id),
      );
      return {
        inflow_streams: streams.filter((stream) => (stream.average_amount.amount ?? 0) < 0),
        outflow_streams: streams.filter((stream) => (stream.average_amount.amount ?? 0) >= 0),
        updated_datetime: item.record.updatedAt,
        personal_finance_category_version: version,
      };
    },
  );
}

function sync(
  aggregator: Aggregator,
  body: Body,
  origin: string,
): WireResponse<TransactionsSyncResponse> {
  const { context, registry, webhooks } = aggregator;
  const item = findUsableItem(body, registry);
  const cursor = readOptionalString(body, 'cursor') ?? '';
  const count = readInteger(body, 'count', 1, 500) ?? 100;
  const options = readObject(body, 'options');
  readInteger(options, 'days_requested', 1, 730);
  if (readOptionalString(options, 'account_id') !== null) {
    throw new PlaidApiError('INVALID_FIELD', 'options.account_id is not supported by the sandbox');
  }
  if (!item.record.synced) {
    item.record.synced = true;
    context.stateFile.saveSoon();
  }
  if (context.faults.consumeMatching('plaid', SYNC, ['not_ready']) !== null) {
    webhooks.fireUpdatesLater(item, READY_AFTER_MS);
    return {
      transactions_update_status: 'NOT_READY',
      accounts: [],
      added: [],
      modified: [],
      removed: [],
      next_cursor: '',
      has_more: false,
    };
  }
  if (cursor !== '' && context.faults.consumeMatching('plaid', SYNC, ['stale_cursor']) !== null) {
    throw foreignCursorError();
  }
  const page = item.ledger.page(cursor === 'now' ? item.ledger.cursorAtEnd() : cursor, count);
  item.reportedCount = item.ledger.length;
  return {
    transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
    ...describePage(item, page, options, origin),
    ...nextPage(aggregator, page),
  };
}

/** Returns the rows of a page and their accounts. */
function describePage(item: Item, page: LedgerPage, options: Body, origin: string) {
  const rowOptions = {
    withOriginalDescription: options.include_original_description === true,
    categoryVersion: categoryVersion(options),
    logoOrigin: origin,
  };
  const accountIds = new Set(
    [...page.added, ...page.modified, ...page.removed].map((row) => row.accountId),
  );
  const describe = (row: LedgerRow) => wireTransaction(row, rowOptions);
  return {
    accounts: item
      .accounts()
      .filter((account) => accountIds.has(account.accountId))
      .map(wireAccount),
    added: page.added.map(describe),
    modified: page.modified.map(describe),
    removed: page.removed.map((row) => ({ transaction_id: row.id, account_id: row.accountId })),
  };
}

/** Returns the next cursor, and applies pagination faults. A mutation fault never fails the first of several pages. */
function nextPage({ context }: Aggregator, page: LedgerPage) {
  const canFail = !(page.isFirst && page.hasMore);
  if (
    canFail &&
    context.faults.consumeMatching('plaid', SYNC, ['mutation_during_pagination']) !== null
  ) {
    throw mutationError();
  }
  if (context.faults.consumeMatching('plaid', SYNC, ['duplicate_page']) !== null) {
    return { next_cursor: page.sameCursor, has_more: true };
  }
  return { next_cursor: page.nextCursor, has_more: page.hasMore };
}

function categoryVersion(options: Body): 'v1' | 'v2' {
  const version = readOptionalString(options, 'personal_finance_category_version') ?? 'v2';
  if (version !== 'v1' && version !== 'v2') {
    throw invalidField('options.personal_finance_category_version', 'v1 or v2');
  }
  return version;
}
