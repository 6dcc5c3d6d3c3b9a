import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { paths } from './paths.ts';
import { loadChunk, preloadChunk } from './platform/browser/chunk-loading.ts';
import { screen } from './screen-route.ts';
import { Root, Splash } from './screens/frame/root.tsx';
import { ErrorScreen } from './screens/public/error.screen.tsx';
import { Component as LoginScreen } from './screens/public/login.screen.tsx';

/** The frame of the signed-in screens, and their routes. */
const signedIn = () => import('./signed-in-routes.ts');
const signedInId = 'signed in';

const publicScreens: RouteObject[] = [
  // Not a separate chunk: it is small, and the first screen for most visitors.
  { path: paths.login, Component: LoginScreen },
  screen(paths.signup, () => import('./screens/public/signup.screen.tsx')),
  screen(paths.recoverAccount, () => import('./screens/public/recoverAccount.screen.tsx')),
  screen(paths.cancelFactorReset, () => import('./screens/public/cancelFactorReset.screen.tsx')),
  screen(paths.resetPassword, () => import('./screens/public/resetpwd.screen.tsx')),
  screen(paths.appleCallback, () => import('./screens/public/apple-cb.screen.tsx')),
  screen('/oidc/cb/:name', () => import('./screens/public/oidc-cb.screen.tsx')),
  screen(paths.publicDashboard, () => import('./screens/public/public-dashboard.screen.tsx')),
  screen(paths.terms, () => import('./screens/public/terms.screen.tsx')),
  screen(paths.privacy, () => import('./screens/public/privacy.screen.tsx')),
];

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: Splash,
    children: [
      ...publicScreens,
      {
        lazy: async () => {
          const { Component, adoptFirstResponses } = await loadChunk(signedIn);
          await adoptFirstResponses();
          return { Component };
        },
        handle: { preload: signedIn },
        children: [
          {
            id: signedInId,
            // The inner boundary keeps the navigation on screen if one screen fails.
            ErrorBoundary: ErrorScreen,
            // Defined here, so that its code loads in parallel with the frame's.
            children: [screen(paths.dashboard, () => import('./screens/dashboard.screen.tsx'))],
          },
        ],
      },
      screen('*', () => import('./screens/public/not-found.screen.tsx')),
    ],
  },
];

/** The app's router. The signed-in routes are added on the first navigation to one of them. */
export const router = createBrowserRouter(routes, {
  patchRoutesOnNavigation: async ({ patch }) => {
    patch(signedInId, (await loadChunk(signedIn)).signedInRoutes);
  },
});

/** Preloads a screen's code when a link to it is hovered or focused. */
export function preloadOnIntent(): void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== window.location.origin) return;
    if (link.pathname === paths.welcome) return;
    preloadChunk(() => preloadScreens(link.pathname));
  };
  document.addEventListener('pointerover', preload, { passive: true });
  document.addEventListener('focusin', preload, { passive: true });
}

async function preloadScreens(pathname: string): Promise<void> {
  const initial = matchRoutes(routes, pathname) ?? [];
  const isInitialRoute = initial.at(-1)?.route.path !== '*';
  const matches = isInitialRoute
    ? initial
    : matchRoutes((await signedIn()).signedInRoutes, pathname);
  for (const { route } of matches ?? []) if (route.handle) preloadChunk(route.handle.preload);
}
