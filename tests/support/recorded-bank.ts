import type { SyncPage } from '../../apps/server/src/providers/plaid/client.ts';
import { PlaidFault } from '../../apps/server/src/providers/plaid/errors.ts';
import { mapAccount, mapTransaction } from '../../apps/server/src/providers/plaid/map.ts';
import type { BankRow } from './slow-reference.ts';

/** A row of the bank's, in the aggregator's own words. */
export type RecordedRow = BankRow & { pending: boolean };

/** How the next answers of a bank go wrong, once each. */
export type Trouble = 'mutation' | 'stale_cursor' | 'repeats';

type Change = { sent: RecordedRow } | { removed: string };

/**
 * A bank in memory that keeps every change that it ever made: a cursor is a place among them, and asked
 * from the beginning it sends what stands. It answers at once, in pages of a few changes.
 */
export class RecordedBank {
  readonly name: string;
  private readonly accountIds: readonly string[];
  private readonly pageSize: number;
  private readonly changes: Change[] = [];
  private readonly standing = new Map<string, RecordedRow>();
  private readonly troubles: Trouble[] = [];

  constructor(name: string, accountIds: readonly string[], pageSize: number) {
    this.name = name;
    this.accountIds = accountIds;
    this.pageSize = pageSize;
  }

  /** The rows that stand, oldest first. */
  rows(): RecordedRow[] {
    return [...this.standing.values()];
  }

  send(row: RecordedRow): void {
    this.standing.set(row.transaction_id, row);
    this.changes.push({ sent: row });
  }

  remove(transactionId: string): void {
    if (this.standing.delete(transactionId)) this.changes.push({ removed: transactionId });
  }

  trouble(kind: Trouble): void {
    if (!this.troubles.includes(kind)) this.troubles.push(kind);
  }

  async accounts() {
    return this.accountIds.map((account_id) => mapAccount(wireAccount(account_id)));
  }

  async streams() {
    return [];
  }

  /** As `PlaidProvider.syncPage`. */
  async syncPage(_token: string, cursor: string | null): Promise<SyncPage> {
    const trouble = this.troubles.shift();
    if (trouble === 'stale_cursor' && cursor !== null)
      throw new PlaidFault('stale_cursor', 'INVALID_FIELD');
    if (trouble === 'mutation')
      throw new PlaidFault('mutation', 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION');
    // 'whole/3/17': the fourth of the rows that stand, when there were 17 changes.
    const [kind, at, upTo] = (cursor ?? `whole/0/${this.changes.length}`).split('/');
    const start = Number(at);
    const list: Change[] = kind === 'whole' ? this.rows().map((sent) => ({ sent })) : this.changes;
    const end = start + this.pageSize;
    const page = lastWords(list.slice(start, end));
    const hasMore = end < list.length;
    const next =
      kind === 'whole'
        ? hasMore
          ? `whole/${end}/${upTo}`
          : `changes/${upTo}`
        : `changes/${Math.min(end, list.length)}`;
    return {
      ready: true,
      accounts: [],
      upserted: [...page, ...(trouble === 'repeats' ? page : [])].flatMap((change) =>
        'sent' in change ? [mapTransaction(wireRow(change.sent), () => true)] : [],
      ),
      removed: page.flatMap((change) => ('removed' in change ? [change.removed] : [])),
      nextCursor: next,
      hasMore,
    };
  }
}

/** A page says one thing of a row: what comes last. */
const lastWords = (changes: readonly Change[]): Change[] => [
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
  }) as unknown as Parameters<typeof mapAccount>[0]; // The rest of an account is not read.

const wireRow = (row: RecordedRow) =>
  ({
    ...row,
    unofficial_currency_code: null,
    name: row.transaction_id,
    merchant_name: null,
  }) as unknown as Parameters<typeof mapTransaction>[0]; // Likewise.
