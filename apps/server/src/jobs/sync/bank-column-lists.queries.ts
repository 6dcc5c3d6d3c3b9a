import { join, raw, type Sql } from 'sql-template-tag';
import {
  type BankColumn,
  bankColumns,
  bankColumnTypes,
  changeableColumns,
  type TransactionRecord,
} from '../../domain/transactions/bank-columns.ts';
import { fragment } from '../../platform/database/owned-sql.ts';

/** Lists columns, qualified with a table if one is given. Column names are constants, never input. */
const columnList = (columns: readonly BankColumn[], table?: string): Sql =>
  raw(columns.map((column) => (table === undefined ? column : `${table}.${column}`)).join(', '));

/** The columns of `sync_pages` that contain the rows, one array each. */
export const stagedColumns = columnList(bankColumns);
/** The same columns, as columns of `sync_pages p`. */
export const stagedArrays = columnList(bankColumns, 'p');

/** One array of values per column, in the order of `stagedColumns`. */
export const stagedValues = (records: readonly TransactionRecord[]): Sql =>
  join(
    bankColumns.map(
      (column) =>
        fragment`${records.map((record) => record[column])}::${raw(bankColumnTypes[column])}[]`,
    ),
  );

const insertedColumnNames: readonly BankColumn[] = [
  'id',
  'provider_transaction_id',
  ...changeableColumns,
];

/** The columns of `transactions` that a new row gets from the bank. */
export const insertedColumns = columnList(insertedColumnNames);
/** The same columns, as columns of `staged s`. */
export const insertedValues = columnList(insertedColumnNames, 's');

/** Assigns the columns that the bank may change, from `staged s`. */
export const columnAssignments = raw(
  changeableColumns.map((column) => `${column} = s.${column}`).join(',\n    '),
);
