import { expect, test } from 'vitest';
import { paths } from '../../apps/web/src/paths.ts';
import { readText } from './repository-files.ts';

/** Screens that cannot have the name of their URL, because another screen has it or the URL has no name. */
const namedDifferently: Record<string, string> = {
  '/': 'dashboard',
  '/dashboard': 'public-dashboard',
  '/recurringTx/:recurringTxId': 'recurringTx-stream',
  '*': 'not-found',
};

/** Returns the routes of the web app that load a screen, each with the screen's name. */
function routesWithScreens(): { path: string; screen: string }[] {
  const source = ['router.tsx', 'signed-in-routes.ts']
    .map((file) => readText(`apps/web/src/${file}`))
    .join('\n');
  const routes = source.matchAll(
    /screen\(\s*(?:paths\.(\w+)|'([^']+)'),\s*\(\) => import\('[^']*\/([^/']+)\.screen\.tsx'\)/g,
  );
  return [...routes].map(([, key, literal, screen = '']) => {
    // A key that `paths` does not have would not compile.
    const path = key === undefined ? literal : paths[key as keyof typeof paths];
    return { path: String(path), screen };
  });
}

/** `/crypto/callback` is `crypto-callback`. Parameters are left out. */
const screenName = (path: string): string =>
  namedDifferently[path] ??
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith(':'))
    .join('-');

test("a screen's file has the name of its URL", () => {
  const routes = routesWithScreens();
  expect(routes.length).toBeGreaterThan(25);
  expect(routes.filter(({ path, screen }) => screen !== screenName(path))).toEqual([]);
});
