/** What the server may do with the rows of an append-only table, in addition to inserting and reading them. */
export interface AppendOnlyTable {
  /** The columns that it may update. */
  updatable: readonly string[];
  /** Whether it may delete rows itself. Either way, rows are deleted with what they describe, and with their user. */
  deletable: boolean;
}

/**
 * The append-only tables. No statement makes other changes, the privileges of a separate runtime role reject them
 * (grant-runtime-role.ts), and so do triggers. A Citus cluster has no triggers on distributed tables. There, rewrite
 * rules reject every update and deletion of rows that the server only inserts (distribute-tables.ts).
 */
export const appendOnlyTables: Readonly<Record<string, AppendOnlyTable>> = {
  account_events: { updatable: [], deletable: false },
  // A run moves to the item that replaces its own, and is deleted once no screen shows it anymore.
  sync_runs: { updatable: ['item_id'], deletable: true },
  transaction_events: { updatable: [], deletable: false },
};
