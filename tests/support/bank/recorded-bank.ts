import type { SyncPage } from '../../../apps/server/src/providers/plaid/client.ts';
import { PlaidError } from '../../../apps/server/src/providers/plaid/errors.ts';
import { mapAccount, mapTransaction } from '../../../apps/server/src/providers/plaid/map.ts';
import type { BankRow } from '../reference/transactions-reference.ts';

/** A row in the aggregator's format. */
export type RecordedRow = BankRow & { pending: boolean };

/** A fault of the bank's next sync page. Each occurs once. */
export type BankFault = 'mutation' | 'stale_cursor' | 'duplicate_page';

type Change = { sent: RecordedRow } | { removed: string };

/**
 * An in-memory bank that records all its changes. A cursor is a position in the list of changes. A
 * sync from the beginning returns the current rows. The bank responds immediately, in small pages.
 */
export class RecordedBank {
  readonly name: string;
  private readonly accountIds: readonly string[];
  private readonly pageSize: number;
  private readonly changes: Change[] = [];
  private readonly currentRows = new Map<string, RecordedRow>();
  private readonly faults: BankFault[] = [];

  constructor(name: string, accountIds: readonly string[], pageSize: number) {
    this.name = name;
    this.accountIds = accountIds;
    this.pageSize = pageSize;
  }

  /** The current rows, oldest first. */
  rows(): RecordedRow[] {
    return [...this.currentRows.values()];
  }

  send(row: RecordedRow): void {
    this.currentRows.set(row.transaction_id, row);
    this.changes.push({ sent: row });
  }

  remove(transactionId: string): void {
    if (this.currentRows.delete(transactionId)) this.changes.push({ removed: transactionId });
  }

  injectFault(kind: BankFault): void {
    if (!this.faults.includes(kind)) this.faults.push(kind);
  }

  async accounts() {
    return this.accountIds.map((account_id) => mapAccount(wireAccount(account_id)));
  }

  async streams() {
    return [];
  }

  /** Implements `InstitutionCalls.syncPage`. */
  async syncPage(_token: string, cursor: string | null): Promise<SyncPage> {
    const fault = this.faults.shift();
    if (fault === 'stale_cursor' && cursor !== null)
      throw new PlaidError('stale_cursor', 'INVALID_FIELD');
    if (fault === 'mutation')
      throw new PlaidError('mutation', 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION');
    // 'whole/3/17' means: continue with the fourth current row, then with the 18th change.
    const [kind, position, changeCount] = (cursor ?? `whole/0/${this.changes.length}`).split('/');
    const start = Number(position);
    const list: Change[] = kind === 'whole' ? this.rows().map((sent) => ({ sent })) : this.changes;
    const pageEnd = start + this.pageSize;
    const page = latestPerRow(list.slice(start, pageEnd));
    const hasMore = pageEnd < list.length;
    const next =
      kind === 'whole'
        ? hasMore
          ? `whole/${pageEnd}/${changeCount}`
          : `changes/${changeCount}`
        : `changes/${Math.min(pageEnd, list.length)}`;
    return {
      ready: true,
      accounts: [],
      upserted: [...page, ...(fault === 'duplicate_page' ? page : [])].flatMap((change) =>
        'sent' in change ? [mapTransaction(wireRow(change.sent), () => true)] : [],
      ),
      removed: page.flatMap((change) => ('removed' in change ? [change.removed] : [])),
      nextCursor: next,
      hasMore,
    };
  }
}

/** Keeps only the last change of each row, as a page of the aggregator does. */
const latestPerRow = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.map((change) => [idOf(change), change])).values(),
];

const idOf = (change: Change) => ('sent' in change ? change.sent.transaction_id : change.removed);

const wireAccount = (account_id: string) =>
  ({
    account_id,
    type: 'depository',
    subtype: 'checking',
    name: account_id,
    official_name: null,
    mask: null,
    balances: {
      current: 100,
      available: 100,
      limit: null,
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    },
  }) as unknown as Parameters<typeof mapAccount>[0]; // The other fields are not read.

const wireRow = (row: RecordedRow) =>
  ({
    ...row,
    unofficial_currency_code: null,
    name: row.transaction_id,
    merchant_name: null,
  }) as unknown as Parameters<typeof mapTransaction>[0]; // The other fields are not read.
