import { createHash } from 'node:crypto';
import { canonicalCategory, categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import type { Life, LifeAccount, LifeStream, LifeTransaction } from '@cairn/people/life';
import { holdingsOf } from '@cairn/people/money/holdings';
import type { TransactionRecord } from '../../domain/transactions/bank-columns.ts';
import type { AccountRecord } from '../../providers/plaid/map.ts';
import type { HoldingRecord } from '../../providers/plaid/map-holdings.ts';
import type { LiabilityRecord } from '../../providers/plaid/map-liabilities.ts';
import type { StreamRecord } from '../../providers/plaid/map-streams.ts';
import { demoInstitutions } from './demo-institutions.ts';
import { demoLogoUrl } from './demo-logos.ts';

const rowsPerPage = 500;

/** A part of the data of one demo institution: its accounts with their details, or a page of transactions. */
export interface DemoPage {
  /** The institution's key. */
  institution: string;
  accounts: AccountRecord[];
  streams: StreamRecord[];
  liabilities: LiabilityRecord[];
  holdings: HoldingRecord[];
  rows: TransactionRecord[];
}

/** Yields the demo person's records up to `today` (ISO) in pages, transactions oldest first. */
export function* demoPages(
  { accounts, transactions, streams }: Life,
  today: string,
): Generator<DemoPage, undefined> {
  const rowsByStream = Map.groupBy(transactions, ({ streamKey }) => streamKey);
  const records = accounts.map(accountRecord);
  for (const { key, accountKeys } of demoInstitutions) {
    const keys = new Set(accountKeys);
    const ownRecords = records.filter((_, index) => keys.has(accounts[index]?.key ?? ''));
    const ownStreams = streams
      .filter(({ accountKey }) => keys.has(accountKey))
      .map((stream) => streamRecord(stream, rowsByStream.get(stream.key) ?? []));
    const ownAccounts = accounts.filter((account) => keys.has(account.key));
    yield {
      institution: key,
      accounts: ownRecords,
      streams: ownStreams,
      liabilities: ownAccounts.flatMap(liabilityRecords),
      holdings: ownAccounts.flatMap((account) => holdingRecords(account, today)),
      rows: [],
    };
    const rows = transactions.filter((row) => keys.has(row.accountKey));
    for (let start = 0; start < rows.length; start += rowsPerPage) {
      const page = rows.slice(start, start + rowsPerPage).map(transactionRecord);
      yield {
        institution: key,
        accounts: [],
        streams: [],
        liabilities: [],
        holdings: [],
        rows: page,
      };
    }
  }
}

// Before any generated transaction. Ids increase with the index, so that accounts are listed in this order.
const accountsOpenedAt = Date.parse('2020-01-01T00:00:00Z');

const accountRecord = (account: LifeAccount, index: number): AccountRecord => ({
  id: stableId(accountsOpenedAt + index, demoId(account.key)),
  provider_account_id: demoId(account.key),
  type: account.type,
  subtype: account.subtype,
  name: account.name,
  official_name: account.officialName,
  mask: account.mask,
  currency: account.currency,
  current_balance: decimal(account.current),
  available_balance: decimal(account.available),
  credit_limit: decimal(account.limit),
});

const liabilityRecords = ({ key, debt }: LifeAccount): LiabilityRecord[] => {
  if (debt === null) return [];
  const apr = (type: string, percent: number | null) =>
    percent === null ? [] : [{ type, percentage: percent.toFixed(4) }];
  const isCard = debt.kind === 'credit';
  return [
    {
      provider_account_id: demoId(key),
      kind: debt.kind,
      minimum_payment_amount: decimal(debt.nextPayment),
      next_payment_due_date: debt.nextDueDate,
      is_overdue: debt.isOverdue,
      past_due_amount: decimal(debt.pastDue),
      last_payment_amount: decimal(debt.lastPayment),
      last_payment_date: debt.lastPaymentDate,
      last_statement_balance: decimal(debt.statementBalance),
      last_statement_issue_date: debt.statementDate,
      interest_rate: isCard ? null : (debt.rate?.toFixed(4) ?? null),
      interest_type: debt.kind === 'mortgage' ? 'fixed' : null,
      aprs: isCard ? [...apr('purchase_apr', debt.rate), ...apr('cash_apr', debt.cashRate)] : [],
      origination_principal_amount: decimal(debt.principal),
      origination_date: debt.originationDate,
      maturity_date: debt.maturityDate,
    },
  ];
};

const holdingRecords = (account: LifeAccount, today: string): HoldingRecord[] =>
  account.type === 'investment'
    ? holdingsOf(account, today).map(({ security, ...position }) => ({
        provider_account_id: demoId(account.key),
        provider_security_id: demoId(`security ${security.key}`),
        name: security.name,
        ticker_symbol: security.ticker,
        security_type: security.type,
        is_cash: security.type === 'cash',
        quantity: String(position.quantity),
        institution_price: (position.price / 100).toFixed(2),
        price_as_of: position.priceDay,
        institution_value: (position.value / 100).toFixed(2),
        cost_basis: decimal(position.cost),
        currency: account.currency,
      }))
    : [];

// A generated transaction keeps its key when it posts, but a bank gives the posted one a new id.
const pendingIdOf = ({ key }: LifeTransaction): string => demoId(`${key} pending`);
const providerIdOf = (row: LifeTransaction): string =>
  row.pending ? pendingIdOf(row) : demoId(row.key);

const streamRecord = (stream: LifeStream, rows: readonly LifeTransaction[]): StreamRecord => ({
  id: stableId(accountsOpenedAt, demoId(`stream ${stream.key}`)),
  provider_stream_id: demoId(stream.key),
  provider_account_id: demoId(stream.accountKey),
  stream_type: stream.direction,
  description: stream.description,
  merchant_name: stream.merchantName,
  provider_category: canonicalCategory(stream.category),
  frequency: stream.frequency,
  average_amount: (stream.averageAmount / 100).toFixed(2),
  last_amount: (stream.lastAmount / 100).toFixed(2),
  currency: 'USD',
  first_date: stream.firstDate,
  last_date: stream.lastDate,
  predicted_next_date: stream.predictedNextDate,
  is_active: stream.active,
  is_tombstoned: stream.status === 'TOMBSTONED',
  transaction_ids: rows.map(providerIdOf),
});

const transactionRecord = (row: LifeTransaction): TransactionRecord => {
  const pendingId = pendingIdOf(row);
  const providerId = providerIdOf(row);
  return {
    id: stableId(instantOf(row.authorizedDate ?? row.date, providerId), providerId),
    provider_account_id: demoId(row.accountKey),
    provider_transaction_id: providerId,
    amount: (row.amount / 100).toFixed(2),
    currency: row.currency,
    date: row.date,
    authorized_date: row.authorizedDate,
    name: row.name,
    merchant_name: row.merchantName,
    original_description: row.originalDescription,
    logo_url: row.website === null ? null : demoLogoUrl(row.website),
    pending: row.pending,
    pending_transaction_id: row.pending ? null : pendingId,
    provider_primary: categoryGroupKey(row.category).toUpperCase(),
    provider_detailed: row.category,
    provider_category: canonicalCategory(row.category),
    provider_group: categoryGroupKey(row.category),
  };
};

const demoId = (key: string): string => `demo ${key}`;

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

const dayLength = 86_400_000;

/** Returns a time on a day, in milliseconds since 1970. It is always the same for the same key. */
const instantOf = (day: string, key: string): number =>
  Date.parse(`${day}T00:00:00Z`) + (digest(key).readUInt32BE(0) % dayLength);

/**
 * Derives a UUIDv7 (RFC 9562, 5.7) from a key. Tomorrow's demo gives a row the same id, so that open pages and
 * bookmarks stay valid.
 */
function stableId(instant: number, key: string): string {
  const bytes = digest(key).subarray(0, 16);
  bytes.writeUIntBE(instant, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Formats minor units as decimal text in major units. */
const decimal = (minor: number | null): string | null =>
  minor === null ? null : (minor / 100).toFixed(2);
