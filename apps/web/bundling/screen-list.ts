import { readFileSync } from 'node:fs';
import { paths } from '../src/paths.ts';

/** A screen of the router. */
export interface Screen {
  /** Its path in the router, such as `/account/:accountId`. */
  readonly path: string;
  /** The absolute path of its module. */
  readonly module: string;
  /** The absolute path of the module that defines its route. */
  readonly router: string;
}

const routers = ['src/router.tsx', 'src/signed-in-routes.ts'];

/** Reads the routes `screen(path, () => import(module))` from the sources of the router. */
export function readScreens(root: string): Screen[] {
  return routers.flatMap((file) => {
    const router = `${root}${file}`;
    const source = readFileSync(router, 'utf8');
    const screens = [
      ...source.matchAll(
        /\bscreen\(\s*(?:paths\.(?<name>\w+)|'(?<path>[^']+)'),\s*\(\) => import\('\.\/(?<file>[^']+)'\)/g,
      ),
    ].map(({ groups = {} }) => ({
      path: groups.path ?? staticPath(groups.name ?? ''),
      module: `${root}src/${groups.file}`,
      router,
    }));
    if (screens.length !== source.match(/\bscreen\(/g)?.length)
      throw new Error(`${file} has a route that is not \`screen(path, () => import('./file'))\`.`);
    return screens;
  });
}

function staticPath(name: string): string {
  const path = Object.entries(paths).find(([key]) => key === name)?.[1];
  if (typeof path !== 'string') throw new Error(`paths.${name} is not a path without parameters.`);
  return path;
}
