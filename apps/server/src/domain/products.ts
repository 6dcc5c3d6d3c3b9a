/** What a bank may tell beside accounts and transactions, by the aggregator's names. */
export type Product = 'liabilities' | 'investments';
