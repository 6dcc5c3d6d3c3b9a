import type { RouteObject } from 'react-router';
import { paths } from './paths.ts';
import { screen } from './screen-route.ts';

export { adoptFirstResponses } from './first-load/adopt-first-responses.ts';
export { Component } from './screens/frame/signed-in.tsx';

/**
 * The routes that require sign-in, except the dashboard. They are in the frame's chunk, so that the
 * sign-in page doesn't load them.
 */
export const signedInRoutes: RouteObject[] = [
  screen(paths.transactions, () => import('./screens/transactions/transactions.screen.tsx')),
  screen(
    '/transaction/history',
    () => import('./screens/transactions/transaction-history.screen.tsx'),
  ),
  screen(
    '/transaction/cat/:transactionCategory',
    () => import('./screens/transactions/transaction-cat.screen.tsx'),
  ),
  screen(paths.spending, () => import('./screens/transactions/spending.screen.tsx')),
  screen('/spending/cat', () => import('./screens/transactions/spending-cat.screen.tsx')),
  screen(paths.netWorth, () => import('./screens/accounts/networth.screen.tsx')),
  screen(paths.recurring, () => import('./screens/transactions/recurringTx.screen.tsx')),
  screen(
    '/recurringTx/:recurringTxId',
    () => import('./screens/transactions/recurringTx-stream.screen.tsx'),
  ),
  screen(paths.budget, () => import('./screens/transactions/budget.screen.tsx')),
  screen(paths.crypto, () => import('./screens/accounts/crypto.screen.tsx')),
  screen(paths.cryptoCallback, () => import('./screens/accounts/crypto-callback.screen.tsx')),
  screen(paths.accounts, () => import('./screens/accounts/accounts.screen.tsx')),
  screen('/account/:accountId', () => import('./screens/accounts/account.screen.tsx')),
  screen(
    '/institution/crypto/:exchange',
    () => import('./screens/accounts/institution-crypto.screen.tsx'),
  ),
  screen('/institution/:institutionId', () => import('./screens/accounts/institution.screen.tsx')),
  screen(paths.invest, () => import('./screens/accounts/invest.screen.tsx')),
  screen(paths.link, () => import('./screens/accounts/link.screen.tsx')),
  screen(paths.profile, () => import('./screens/profile/profile.screen.tsx')),
  screen(paths.emailLink, () => import('./screens/profile/profile-email-link.screen.tsx')),
  screen(paths.emailValidate, () => import('./screens/profile/profile-email-validate.screen.tsx')),
  screen(paths.checkout, () => import('./screens/profile/signup-checkout.screen.tsx')),
  screen(paths.logout, () => import('./screens/profile/logout.screen.tsx')),
];
