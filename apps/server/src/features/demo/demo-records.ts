import { canonicalCategory, groupOfCategory } from '@cairn/contract/taxonomy';
import type { Life, LifeAccount, LifeTransaction } from '@cairn/people/life';
import { newId } from '../../platform/identifiers.ts';
import type { AccountRecord, TransactionRecord } from '../../providers/plaid/map.ts';

/** The built-in person's accounts as we keep them. */
export const demoAccounts = ({ accounts }: Life): AccountRecord[] => accounts.map(accountRecord);

/** The built-in person's transactions as we keep them, oldest first. */
export const demoTransactions = ({ transactions }: Life): TransactionRecord[] =>
  transactions.map(transactionRecord);

const accountRecord = (account: LifeAccount): AccountRecord => ({
  id: newId(),
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

const transactionRecord = (row: LifeTransaction): TransactionRecord => ({
  id: newId(),
  provider_account_id: demoId(row.accountKey),
  // A row keeps its key when it posts; a bank gives the posted one a new id.
  provider_transaction_id: demoId(row.pending ? `${row.key} pending` : row.key),
  amount: (row.amount / 100).toFixed(2),
  currency: row.currency,
  date: row.date,
  authorized_date: row.authorizedDate,
  name: row.name,
  merchant_name: row.merchantName,
  original_description: row.originalDescription,
  logo_url: null,
  pending: row.pending,
  pending_transaction_id: row.pending ? null : demoId(`${row.key} pending`),
  provider_primary: groupOfCategory(row.category).toUpperCase(),
  provider_detailed: row.category,
  provider_category: canonicalCategory(row.category),
  provider_group: groupOfCategory(row.category),
});

const demoId = (key: string): string => `demo ${key}`;

/** Minor units as decimal text in major units. */
const decimal = (minor: number | null): string | null =>
  minor === null ? null : (minor / 100).toFixed(2);
