/** All paths of the app. Those with parameters are functions. */
export const paths = {
  dashboard: '/',
  transactions: '/transactions',
  categoryTransactions: (category: string) =>
    `/transactions?category=${encodeURIComponent(category)}`,
  categoryTransactionsInPeriod: (category: string, { from, to }: { from: string; to: string }) =>
    `/transactions?category=${encodeURIComponent(category)}&from=${from}&to=${to}`,
  /** The transactions that the budget counts in a category, during a period or this month. */
  budgetTransactions: (category: string, period?: { from: string; to: string }) =>
    `/transactions?${period ? `from=${period.from}&to=${period.to}` : 'range=current_month'}&budget=${encodeURIComponent(category)}`,
  transactionsMatching: (name: string) => `/transactions?search=${encodeURIComponent(name)}`,
  /** The transactions with the dialog that downloads them. */
  download: '/transactions#download',
  transactionCategoryPage: (category: string) => `/transaction/cat/${encodeURIComponent(category)}`,
  transactionHistory: (transactionId: string) =>
    `/transaction/history?txId=${encodeURIComponent(transactionId)}`,
  spending: '/spending',
  spendingCategory: (category: string, month: string) =>
    `/spending/cat?category=${encodeURIComponent(category)}&month=${encodeURIComponent(month)}`,
  netWorth: '/networth',
  recurring: '/recurringTx',
  recurringStream: (id: string) => `/recurringTx/${encodeURIComponent(id)}`,
  budget: '/budget',
  crypto: '/crypto',
  cryptoCallback: '/crypto/callback',
  account: (id: string) => `/account/${encodeURIComponent(id)}`,
  accounts: '/accounts',
  institution: (id: string) => `/institution/${encodeURIComponent(id)}`,
  invest: '/invest',
  exchange: (name: string) => `/institution/crypto/${encodeURIComponent(name)}`,
  profile: '/profile',
  profileSection: (section: string) => `/profile#${section}`,
  link: '/link',
  login: '/login',
  signup: '/signup',
  recoverAccount: '/recoverAccount',
  cancelFactorReset: '/cancelFactorReset',
  resetPassword: '/resetpwd',
  appleCallback: '/apple/cb',
  emailLink: '/profile/email/link',
  emailValidate: '/profile/email/validate',
  /** A separate page and not a screen of the app, so links to it leave the app. */
  welcome: '/welcome',
  terms: '/terms',
  privacy: '/privacy',
  publicDashboard: '/dashboard',
  checkout: '/signup/checkout',
  logout: '/logout',
} as const;
