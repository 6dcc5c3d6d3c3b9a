/** The aggregator's names for data that a bank may share in addition to accounts and transactions. */
export type Product = 'liabilities' | 'investments';
