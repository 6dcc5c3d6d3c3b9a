import { codeFragment, codeInAddress, codeInLocation, withoutCode } from './code-in-address.ts';

/** Stands in for the app's origin to parse paths. */
const baseOrigin = 'https://cairn.invalid';

/**
 * The path to open after sign-in, or / unless the requested path is on the app's own origin and not a
 * sign-in page. Guards against open redirects: other hosts and schemes, tricks with slashes.
 */
export function safeReturnPath(path: string | null): string {
  if (path?.startsWith('/') !== true) return '/';
  if (!URL.canParse(path, baseOrigin)) return '/';
  const url = new URL(path, baseOrigin);
  if (url.origin !== baseOrigin) return '/';
  // Navigation would read a normalized path that begins with two slashes as a host.
  if (url.pathname.startsWith('//') || isNonReturnPath(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The pages that a user doesn't return to after sign-in. */
const nonReturnPaths = new Set(['/login', '/signup', '/logout', '/apple/cb', '/welcome']);

const isNonReturnPath = (pathname: string): boolean =>
  nonReturnPaths.has(pathname) || pathname.startsWith('/oidc/cb/');

/** The sign-in page's path that leads back to a location, with the location's one-time code, if it has one. */
export function loginPathFrom(location: {
  pathname: string;
  search: string;
  hash?: string;
  state?: unknown;
}): string {
  const { search, hash } = withoutCode(location);
  const fragment = codeFragment(codeInLocation(location)) || hash;
  return loginPathTo(`${location.pathname}${search}${fragment}`);
}

/** The sign-in page's path that leads to a path of the app after sign-in. A one-time code stays in the fragment. */
export function loginPathTo(path: string): string {
  const { pathname, search, hash } = new URL(safeReturnPath(path), baseOrigin);
  const code = codeInAddress({ search: '', hash });
  const next = `${pathname}${search}${code === null ? hash : ''}`;
  return `${next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`}${codeFragment(code)}`;
}
