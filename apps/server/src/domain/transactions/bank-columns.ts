/**
 * The part of a transaction's row that comes from the bank, as a provider maps it. Money is decimal text, positive for
 * outflows.
 */
export interface TransactionRecord {
  /** The row's ID if it is new. */
  id: string;
  provider_account_id: string;
  provider_transaction_id: string;
  date: string;
  authorized_date: string | null;
  amount: string;
  currency: string;
  name: string;
  merchant_name: string | null;
  original_description: string | null;
  logo_url: string | null;
  pending: boolean;
  pending_transaction_id: string | null;
  provider_primary: string;
  provider_detailed: string;
  provider_category: string;
  provider_group: string;
}

export type BankColumn = keyof TransactionRecord;

/**
 * The columns of a record with their types. A sync stages, updates, and inserts exactly these, and the data export
 * contains them.
 */
export const bankColumnTypes: Readonly<Record<BankColumn, string>> = {
  id: 'uuid',
  provider_account_id: 'text',
  provider_transaction_id: 'text',
  date: 'date',
  authorized_date: 'date',
  amount: 'numeric',
  currency: 'text',
  name: 'text',
  merchant_name: 'text',
  original_description: 'text',
  logo_url: 'text',
  pending: 'boolean',
  pending_transaction_id: 'text',
  provider_primary: 'text',
  provider_detailed: 'text',
  provider_category: 'text',
  provider_group: 'text',
};

export const bankColumns = Object.keys(bankColumnTypes) as readonly BankColumn[]; // `Object.keys` returns plain strings.

/** The columns that identify a row. `transactions` refers to the account by Cairn's id instead. */
const keyColumns: ReadonlySet<BankColumn> = new Set([
  'id',
  'provider_account_id',
  'provider_transaction_id',
]);

/** The columns that the bank may change. */
export const changeableColumns = bankColumns.filter((column) => !keyColumns.has(column));
