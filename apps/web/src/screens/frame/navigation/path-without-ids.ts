import { paths } from '../../../paths.ts';

const staticPaths: ReadonlySet<unknown> = new Set(Object.values(paths));

/** The path itself if it contains no IDs of the user's data, otherwise the dashboard. */
export const pathWithoutIds = (pathname: string): string =>
  staticPaths.has(pathname) ? pathname : paths.dashboard;
