/** Optional data that a bank may share in addition to accounts and transactions, by the aggregator's names. */
export type Product = 'liabilities' | 'investments';
