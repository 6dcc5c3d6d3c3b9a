import { readExchangeLinks, readHoldings, readWorth } from './crypto.queries.ts';
import type { ExportedFile } from './exported-file.ts';

/** What a linked crypto exchange said. */
export const cryptoFiles: readonly ExportedFile[] = [
  {
    name: 'exchanges',
    table: 'exchange_links',
    about: 'The crypto exchange that you linked.',
    columns: {
      exchange: 'exchange',
      connection: 'state',
      linked_at: 'linked_at',
      fetched_at: 'fetched_at',
      failed_at: 'failed_at',
      unlinked_at: 'unlinked_at',
    },
    leftOut: {
      id: 'Our own key inside',
      sealed_tokens: 'A secret',
      tokens_version: 'Which pair of secrets it is',
      access_until: 'How long one of them counts',
      renewing_until: 'Which worker may renew them',
      ask_after: 'When the exchange may be asked again',
    },
    read: readExchangeLinks,
  },
  {
    name: 'crypto_holdings',
    table: 'crypto_holdings',
    about:
      'What you hold there, as it was last read. The amount is exact; price is how many of it one dollar buys.',
    columns: {
      exchange: 'exchange',
      code: 'code',
      name: 'name',
      kind: 'kind',
      amount: 'amount',
      price: 'price',
    },
    leftOut: { decimals: 'In how many decimals the amount is written' },
    read: readHoldings,
    start: '',
  },
  {
    name: 'crypto_worth',
    table: 'crypto_snapshots',
    about:
      'What it was worth in dollars on each day that it was read: coins, and cash apart from them.',
    columns: { exchange: 'exchange', day: 'day', value: 'value', cash: 'cash' },
    leftOut: {},
    amounts: ['value', 'cash'],
    read: readWorth,
    start: '',
  },
];
