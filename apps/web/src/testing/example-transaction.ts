import type { CallResponse } from '@cairn/contract/calls';

type Transaction = CallResponse<'GET /user/transaction'>;

/** A purchase in a cafe, which the bank put into the category Coffee. */
export const exampleTransaction = (changes: Partial<Transaction> = {}): Transaction => ({
  id: 'transaction-1',
  transaction_id: 'bank-transaction-1',
  account_id: 'account-1',
  name: 'Corner Cafe',
  merchant_name: 'Corner Cafe',
  logo_url: null,
  amount: 4.5,
  currency: 'USD',
  authorized_date: null,
  date: '2026-05-15',
  pending: false,
  original_description: null,
  personal_finance_category: { primary: 'food_and_drink', detailed: 'food_and_drink_coffee' },
  overridden_category: null,
  effective_category: 'food_and_drink_coffee',
  exclude_transaction: false,
  excluded: null,
  transfer_pair_id: null,
  tags: [],
  note: null,
  reviewed: false,
  plaid_account: { mask: '4821', name: 'Everyday Checking' },
  ...changes,
});
