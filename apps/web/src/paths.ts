/** Every URL of the app, once. Functions where an id is part of it. */
export const paths = {
  dashboard: '/',
  transactions: '/transactions',
  transactionsOfCategory: (category: string) =>
    `/transactions?category=${encodeURIComponent(category)}`,
  transactionHistory: (txId: string) => `/transaction/history?txId=${encodeURIComponent(txId)}`,
  spending: '/spending',
  netWorth: '/networth',
  recurring: '/recurringTx',
  recurringStream: (id: string) => `/recurringTx/${encodeURIComponent(id)}`,
  budget: '/budget',
  crypto: '/crypto',
  account: (id: string) => `/account/${encodeURIComponent(id)}`,
  accounts: '/accounts',
  institution: (id: string) => `/institution/${encodeURIComponent(id)}`,
  invest: '/invest',
  exchange: (name: string) => `/institution/crypto/${encodeURIComponent(name)}`,
  profile: '/profile',
  link: '/link',
  login: '/login',
  signup: '/signup',
  recoverAccount: '/recoverAccount',
  resetPassword: '/resetpwd',
  appleCallback: '/apple/cb',
  emailLink: '/profile/email/link',
  emailValidate: '/profile/email/validate',
  terms: '/terms',
  privacy: '/privacy',
  publicDashboard: '/dashboard',
  checkout: '/signup/checkout',
  logout: '/logout',
} as const;

const screens: ReadonlySet<unknown> = new Set(Object.values(paths));

/** The same screen with nothing in its address that names rows; the dashboard where nothing is left then. */
export const addressWithoutRows = (pathname: string): string =>
  screens.has(pathname) ? pathname : paths.dashboard;
