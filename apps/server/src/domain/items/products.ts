/** Optional data that a bank may share besides accounts and transactions, by the aggregator's names. */
export type Product = 'liabilities' | 'investments';
