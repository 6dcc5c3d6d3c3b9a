import { exportCopy } from './export.copy.ts';
import { type ExportedFile, nilUuid } from './exported-file.ts';
import { readHoldings, readLiabilities } from './product.queries.ts';

/** What lenders and brokers reported about accounts in addition to their balances. */
export const productFiles: readonly ExportedFile[] = [
  {
    name: 'liabilities',
    table: 'liabilities',
    description: exportCopy.files.liabilities,
    columns: {
      account_id: 'account_id',
      kind: 'kind',
      minimum_payment_amount: 'minimum_payment_amount',
      next_payment_due_date: 'next_payment_due_date',
      is_overdue: 'is_overdue',
      past_due_amount: 'past_due_amount',
      last_payment_amount: 'last_payment_amount',
      last_payment_date: 'last_payment_date',
      last_statement_balance: 'last_statement_balance',
      last_statement_issue_date: 'last_statement_issue_date',
      interest_rate: 'interest_rate',
      interest_type: 'interest_type',
      aprs: 'aprs',
      origination_principal_amount: 'origination_principal_amount',
      origination_date: 'origination_date',
      maturity_date: 'maturity_date',
      reported_at: 'reported_at',
    },
    omitted: {},
    amounts: [
      'minimum_payment_amount',
      'past_due_amount',
      'last_payment_amount',
      'last_statement_balance',
      'origination_principal_amount',
    ],
    read: readLiabilities,
  },
  {
    name: 'holdings',
    table: 'holdings',
    description: exportCopy.files.holdings,
    columns: {
      account_id: 'account_id',
      security_id: 'provider_security_id',
      name: 'name',
      ticker_symbol: 'ticker_symbol',
      type: 'security_type',
      is_cash: 'is_cash',
      quantity: 'quantity',
      price: 'institution_price',
      price_as_of: 'price_as_of',
      value: 'institution_value',
      cost_basis: 'cost_basis',
      currency: 'currency',
      reported_at: 'reported_at',
    },
    omitted: { line: 'The order of the holdings' },
    amounts: ['value', 'cost_basis'],
    read: readHoldings,
    initialCursor: `${nilUuid} -1`,
  },
];
