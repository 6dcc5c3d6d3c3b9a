/** The action that an event of the aggregator triggers. */
export type BankEventAction =
  /** Fetches the current state from the aggregator instead of trusting the event. */
  | 'sync'
  | 'login_repaired'
  | 'consent_expiring'
  | 'new_accounts'
  /** The user withdrew our access at the bank. */
  | 'access_withdrawn'
  /** The user no longer shares one account. */
  | 'account_withdrawn'
  /** Duplicates another event, or comes before there is anything to fetch. */
  | 'nothing';

/**
 * The action of every event, by `webhook_type/webhook_code`. Source: Plaid API, 'Webhooks' of Items, Transactions,
 * Investments, and Liabilities. A sync also fetches balances, holdings, and liabilities.
 */
const actions: ReadonlyMap<string, BankEventAction> = new Map([
  ['TRANSACTIONS/SYNC_UPDATES_AVAILABLE', 'sync'],
  ['TRANSACTIONS/RECURRING_TRANSACTIONS_UPDATE', 'sync'],
  // Events of the API before /transactions/sync, which are still sent.
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
  ['ITEM/PENDING_DISCONNECT', 'consent_expiring'],
  ['ITEM/PENDING_EXPIRATION', 'consent_expiring'],
  ['ITEM/NEW_ACCOUNTS_AVAILABLE', 'new_accounts'],
  ['ITEM/USER_PERMISSION_REVOKED', 'access_withdrawn'],
  ['ITEM/USER_ACCOUNT_REVOKED', 'account_withdrawn'],
  ['ITEM/WEBHOOK_UPDATE_ACKNOWLEDGED', 'nothing'],
]);

/** Returns the action for an event, or undefined if the event is unknown. */
export const bankEventAction = (type: unknown, code: unknown): BankEventAction | undefined =>
  actions.get(`${type}/${code}`);
