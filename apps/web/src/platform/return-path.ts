const here = 'https://cairn.invalid';

/**
 * A path on our own origin to go to after signing in, or / when what was asked for is anything
 * else: another host, another scheme, a trick with slashes or backslashes, a loop through /login.
 */
export function safeReturnPath(wanted: string | null): string {
  if (wanted?.startsWith('/') !== true) return '/';
  if (!URL.canParse(wanted, here)) return '/';
  const url = new URL(wanted, here);
  if (url.origin !== here) return '/';
  // A normalised path that begins with two slashes would be read as a host when navigated to.
  if (url.pathname.startsWith('//') || noReturn.has(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

const noReturn = new Set(['/login', '/signup', '/logout', '/apple/cb']);

/** The sign-in page that leads back to where the person was. */
export function loginPathFrom(location: {
  pathname: string;
  search: string;
  hash?: string;
}): string {
  return loginPathTo(`${location.pathname}${location.search}${location.hash ?? ''}`);
}

/** The sign-in page that leads to a path of ours. */
export function loginPathTo(wanted: string): string {
  const back = safeReturnPath(wanted);
  return back === '/' ? '/login' : `/login?next=${encodeURIComponent(back)}`;
}
