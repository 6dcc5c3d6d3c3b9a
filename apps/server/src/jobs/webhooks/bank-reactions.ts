/** What one of the aggregator's events makes us do. */
export type Reaction =
  /** Ask the aggregator: its answer counts, not the event. */
  | 'sync'
  | 'login_repaired'
  | 'consent_ends'
  | 'new_accounts'
  /** The person took our access back at the bank. */
  | 'disconnect'
  | 'drop_account'
  /** The aggregator sends it besides, or before there is anything to do. */
  | 'nothing';

/**
 * Every event that the aggregator sends, by `webhook_type/webhook_code`. Source: Plaid API, 'Webhooks' of
 * Items, Transactions, Investments and Liabilities. Balances, holdings and debts come with every sync.
 */
const reactions: ReadonlyMap<string, Reaction> = new Map([
  ['TRANSACTIONS/SYNC_UPDATES_AVAILABLE', 'sync'],
  ['TRANSACTIONS/RECURRING_TRANSACTIONS_UPDATE', 'sync'],
  // Of the calls before /transactions/sync, and still sent.
  ['TRANSACTIONS/INITIAL_UPDATE', 'nothing'],
  ['TRANSACTIONS/HISTORICAL_UPDATE', 'nothing'],
  ['TRANSACTIONS/DEFAULT_UPDATE', 'nothing'],
  ['TRANSACTIONS/TRANSACTIONS_REMOVED', 'nothing'],
  ['HOLDINGS/DEFAULT_UPDATE', 'sync'],
  ['INVESTMENTS_TRANSACTIONS/DEFAULT_UPDATE', 'sync'],
  ['INVESTMENTS_TRANSACTIONS/HISTORICAL_UPDATE', 'sync'],
  ['LIABILITIES/DEFAULT_UPDATE', 'sync'],
  ['ITEM/ERROR', 'sync'],
  ['ITEM/LOGIN_REPAIRED', 'login_repaired'],
  ['ITEM/PENDING_DISCONNECT', 'consent_ends'],
  ['ITEM/PENDING_EXPIRATION', 'consent_ends'],
  ['ITEM/NEW_ACCOUNTS_AVAILABLE', 'new_accounts'],
  ['ITEM/USER_PERMISSION_REVOKED', 'disconnect'],
  ['ITEM/USER_ACCOUNT_REVOKED', 'drop_account'],
  ['ITEM/WEBHOOK_UPDATE_ACKNOWLEDGED', 'nothing'],
]);

/** What to do about an event; undefined: one that nobody knows. */
export const reactionTo = (type: unknown, code: unknown): Reaction | undefined =>
  reactions.get(`${type}/${code}`);
