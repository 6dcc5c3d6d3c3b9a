import { readCryptoSnapshots, readExchangeLinks, readHoldings } from './crypto.queries.ts';
import { exportCopy } from './export.copy.ts';
import type { ExportedFile } from './exported-file.ts';

/** The exchange link, its holdings, and their history. */
export const cryptoFiles: readonly ExportedFile[] = [
  {
    name: 'exchanges',
    table: 'exchange_links',
    description: exportCopy.files.exchanges,
    columns: {
      exchange: 'exchange',
      status: 'state',
      linked_at: 'linked_at',
      fetched_at: 'fetched_at',
      failed_at: 'failed_at',
      unlinked_at: 'unlinked_at',
    },
    omitted: {
      id: 'Our internal key',
      sealed_tokens: 'A secret',
      tokens_version: 'The version of the tokens',
      access_until: 'When the access token expires',
      renewing_until: 'Until when one worker has the sole right to refresh the tokens',
      retry_after: 'When the exchange may be called again',
    },
    read: readExchangeLinks,
  },
  {
    name: 'crypto_holdings',
    table: 'crypto_holdings',
    description: exportCopy.files.cryptoHoldings,
    columns: {
      exchange: 'exchange',
      code: 'code',
      name: 'name',
      kind: 'kind',
      amount: 'amount',
      price: 'price',
    },
    omitted: { decimals: 'The number of decimals of the amount' },
    read: readHoldings,
    initialCursor: '',
  },
  {
    name: 'crypto_history',
    table: 'crypto_snapshots',
    description: exportCopy.files.cryptoHistory,
    columns: { exchange: 'exchange', day: 'day', value: 'value', cash: 'cash' },
    omitted: {},
    amounts: ['value', 'cash'],
    read: readCryptoSnapshots,
    initialCursor: '',
  },
];
