import type { Page } from '@playwright/test';
import type { SampleUser } from '../product/sample-user.ts';
import type { GalleryState } from './gallery-options.ts';

/** A screen, or a dialog on it. */
export interface GalleryScreen {
  name: string;
  /** The URL for a user. Null if the user has nothing that the screen could show. */
  path(user: SampleUser): Promise<string | null> | string;
  states: readonly GalleryState[];
  /** Opens a dialog after the screen has loaded. */
  open?(page: Page): Promise<void>;
  /** False for pages that signed-out visitors see. */
  isSignedIn: boolean;
}

const usualStates: GalleryState[] = [
  'full',
  'empty',
  'one-item',
  'long-names',
  'loading',
  'error',
  'demo',
];
const statesWithData: GalleryState[] = ['full', 'one-item', 'long-names', 'loading', 'error'];

const screenAt = (
  name: string,
  path: string,
  states: readonly GalleryState[] = usualStates,
): GalleryScreen => ({ name, path: () => path, states, isSignedIn: true });

const publicPage = (name: string, path: string): GalleryScreen => ({
  name,
  path: () => path,
  states: ['full'],
  isSignedIn: false,
});

const dialog = (
  name: string,
  path: string,
  open: (page: Page) => Promise<void>,
  states: readonly GalleryState[] = ['full'],
): GalleryScreen => ({ ...screenAt(name, path, states), open });

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** The path of the user's first account of a subtype. */
const accountPath = (subtype: string) => async (user: SampleUser) => {
  const { accounts } = await user.get<{ accounts: { account_id: string; subtype: string }[] }>(
    '/user/accounts',
  );
  const account = accounts.find((candidate) => candidate.subtype === subtype);
  return account === undefined ? null : `/account/${account.account_id}`;
};

const firstTransactionId = async (user: SampleUser): Promise<string | null> => {
  const { transactions } = await user.post<{ transactions: { id: string }[] }>(
    '/user/transactions/v2',
    {},
  );
  return transactions[0]?.id ?? null;
};

const streamPath = async (user: SampleUser) => {
  const { recurring } = await user.post<{ recurring: { stream_id: string }[] }>(
    '/user/plaid/recurring_txs',
    {},
  );
  return recurring[0] === undefined ? null : `/recurringTx/${recurring[0].stream_id}`;
};

const institutionPath = async (user: SampleUser) => {
  const { link_tokens } = await user.get<{ link_tokens: { id: string }[] }>('/institutions');
  return link_tokens[0] === undefined ? null : `/institution/${link_tokens[0].id}`;
};

const historyPath = async (user: SampleUser) => {
  const id = await firstTransactionId(user);
  return id === null ? null : `/transaction/history?txId=${id}`;
};

const thisMonth = () => Temporal.Now.plainDateISO('UTC').toPlainYearMonth().toString();

/** Every screen and the dialogs that are worth a picture. */
export const galleryScreens: readonly GalleryScreen[] = [
  publicPage('welcome', '/welcome'),
  publicPage('login', '/login'),
  publicPage('signup', '/signup'),
  publicPage('recoverAccount', '/recoverAccount'),
  publicPage('resetpwd', '/resetpwd?code=an-expired-code'),
  publicPage('resetpwd-without-code', '/resetpwd'),
  publicPage('apple-cb', '/apple/cb'),
  publicPage('public-dashboard', '/dashboard'),
  publicPage('terms', '/terms'),
  publicPage('privacy', '/privacy'),
  publicPage('not-found', '/no/such/page'),
  screenAt('dashboard', '/', [...usualStates, 'free']),
  screenAt('link', '/link', ['empty', 'full', 'error']),
  screenAt('transactions', '/transactions'),
  screenAt('transactions-no-match', '/transactions?search=no such merchant', ['full']),
  { ...screenAt('transaction-history', '', statesWithData), path: historyPath },
  screenAt('transaction-cat', '/transaction/cat/food_and_drink_coffee', statesWithData),
  screenAt('spending', '/spending'),
  {
    ...screenAt('spending-cat', '', statesWithData),
    path: () => `/spending/cat?category=food_and_drink&month=${thisMonth()}`,
  },
  screenAt('budget', '/budget'),
  screenAt('networth', '/networth'),
  { ...screenAt('account-checking', '', statesWithData), path: accountPath('checking') },
  { ...screenAt('account-card', '', ['full', 'long-names']), path: accountPath('credit card') },
  { ...screenAt('account-mortgage', '', ['full']), path: accountPath('mortgage') },
  { ...screenAt('account-401k', '', ['full']), path: accountPath('401k') },
  screenAt('accounts', '/accounts'),
  screenAt('recurringTx', '/recurringTx'),
  { ...screenAt('recurringTx-stream', '', ['full', 'loading', 'error']), path: streamPath },
  { ...screenAt('institution', '', statesWithData), path: institutionPath },
  screenAt('institution-crypto', '/institution/crypto/Coinbase', ['full', 'error']),
  screenAt('crypto', '/crypto'),
  screenAt('crypto-callback-denied', '/crypto/callback?error=access_denied', ['full']),
  screenAt('invest', '/invest'),
  screenAt('profile', '/profile', ['full', 'empty', 'loading', 'error', 'free']),
  screenAt('profile-email-link', '/profile/email/link?code=an-expired-code', ['full']),
  screenAt('profile-email-validate', '/profile/email/validate', ['full']),
  screenAt('signup-checkout', '/signup/checkout', ['full', 'free']),
  screenAt('logout', '/logout', ['full']),
  dialog('settings', '/accounts', press('Settings')),
  dialog('palette', '/accounts', (page) => page.keyboard.press('ControlOrMeta+k')),
  dialog('palette-search', '/accounts', async (page) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('coffee');
  }),
  dialog('shortcuts', '/accounts', (page) => page.keyboard.press('?')),
  dialog('proof', '/networth', (page) => page.locator('a[href*="proof="]').first().click()),
  dialog('category-filter', '/transactions', (page) =>
    page.getByRole('combobox', { name: 'Categories' }).click(),
  ),
  dialog('upgrade-modal', '/', press('Upgrade Account'), ['free']),
  dialog('download-dialog', '/transactions', press('Download')),
  {
    ...screenAt('transaction-dialog', '', ['full', 'long-names', 'error']),
    path: async (user) => `/transactions?tx=${await firstTransactionId(user)}`,
  },
];
