import type { RouteObject } from 'react-router';
import { paths } from './paths.ts';
import { screen } from './screen-route.ts';

export { Component } from './screens/frame/signed-in.tsx';

/**
 * The routes that require sign-in, except the dashboard. They are in the frame's chunk, so that the
 * sign-in page doesn't load them.
 */
export const signedInRoutes: RouteObject[] = [
  screen(paths.transactions, () => import('./screens/transactions.screen.tsx')),
  screen('/transaction/history', () => import('./screens/transaction-history.screen.tsx')),
  screen(
    '/transaction/cat/:transactionCategory',
    () => import('./screens/transaction-category.screen.tsx'),
  ),
  screen(paths.spending, () => import('./screens/spending.screen.tsx')),
  screen('/spending/cat', () => import('./screens/spending-cat.screen.tsx')),
  screen(paths.netWorth, () => import('./screens/networth.screen.tsx')),
  screen(paths.recurring, () => import('./screens/recurring.screen.tsx')),
  screen('/recurringTx/:recurringTxId', () => import('./screens/recurring-stream.screen.tsx')),
  screen(paths.budget, () => import('./screens/budget.screen.tsx')),
  screen(paths.crypto, () => import('./screens/crypto.screen.tsx')),
  screen(paths.cryptoCallback, () => import('./screens/crypto-callback.screen.tsx')),
  screen(paths.accounts, () => import('./screens/accounts.screen.tsx')),
  screen('/account/:accountId', () => import('./screens/account.screen.tsx')),
  screen('/institution/crypto/:exchange', () => import('./screens/institution-crypto.screen.tsx')),
  screen('/institution/:institutionId', () => import('./screens/institution.screen.tsx')),
  screen(paths.invest, () => import('./screens/invest.screen.tsx')),
  screen(paths.link, () => import('./screens/link.screen.tsx')),
  screen(paths.profile, () => import('./screens/profile.screen.tsx')),
  screen(paths.emailLink, () => import('./screens/profile-email-link.screen.tsx')),
  screen(paths.emailValidate, () => import('./screens/profile-email-validate.screen.tsx')),
  screen(paths.checkout, () => import('./screens/checkout.screen.tsx')),
  screen(paths.logout, () => import('./screens/logout.screen.tsx')),
];
