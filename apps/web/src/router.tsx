import type { ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { paths } from './paths.ts';
import { loadChunk, preloadChunk } from './platform/chunk-failure.ts';
import { ErrorScreen } from './screens/error.screen.tsx';
import { Root, Splash } from './screens/frame/root.tsx';
import { Component as LoginScreen } from './screens/login.screen.tsx';

type ScreenModule = { Component: ComponentType };
type Load = () => Promise<ScreenModule>;

/** A route whose screen is a chunk of its own, loaded when it is gone to or about to be. */
function screen(path: string, load: Load): RouteObject {
  return { path, lazy: () => loadChunk(load), handle: { preload: load } };
}

const signedIn: Load = () => import('./screens/frame/signed-in.tsx');

const publicScreens: RouteObject[] = [
  // Not a chunk of its own: for most it is the first thing seen, and it is small.
  { path: paths.login, Component: LoginScreen },
  screen(paths.signup, () => import('./screens/signup.screen.tsx')),
  screen(paths.recoverAccount, () => import('./screens/recover-account.screen.tsx')),
  screen(paths.resetPassword, () => import('./screens/resetpwd.screen.tsx')),
  screen(paths.appleCallback, () => import('./screens/apple-cb.screen.tsx')),
  screen(paths.publicDashboard, () => import('./screens/public-dashboard.screen.tsx')),
  screen(paths.terms, () => import('./screens/terms.screen.tsx')),
  screen(paths.privacy, () => import('./screens/privacy.screen.tsx')),
];

const signedInScreens: RouteObject[] = [
  screen(paths.dashboard, () => import('./screens/dashboard.screen.tsx')),
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

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: Splash,
    children: [
      ...publicScreens,
      {
        lazy: () => loadChunk(signedIn),
        handle: { preload: signedIn },
        // The inner boundary keeps the navigation on screen when one screen fails.
        children: [{ ErrorBoundary: ErrorScreen, children: signedInScreens }],
      },
      screen('*', () => import('./screens/not-found.screen.tsx')),
    ],
  },
];

/** The one router of the app. */
export const router = createBrowserRouter(routes);

/** Fetches a screen's code as soon as a link to it is pointed at or focused. */
export function preloadOnIntent(): void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== window.location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      if (route.handle) preloadChunk(route.handle.preload);
    }
  };
  document.addEventListener('pointerover', preload, { passive: true });
  document.addEventListener('focusin', preload, { passive: true });
}
