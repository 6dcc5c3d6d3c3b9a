import { paths } from '../../paths.ts';

const screens: ReadonlySet<unknown> = new Set(Object.values(paths));

/** The same screen with nothing in its address that names rows; the dashboard where nothing is left then. */
export const addressWithoutRows = (pathname: string): string =>
  screens.has(pathname) ? pathname : paths.dashboard;
