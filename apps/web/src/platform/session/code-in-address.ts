/** The parts of a location that can contain a one-time code. */
interface CodeLocation {
  readonly search: string;
  readonly hash?: string;
  /** The state of the history entry, which may be any value. */
  readonly state?: unknown;
}

/**
 * The one-time code in a location's address, or null. Links in emails have it in the fragment, which reaches no
 * server, proxy, or Referer. Older links and OAuth redirects have it in the query.
 */
export function codeInAddress({ search, hash = '' }: CodeLocation): string | null {
  const inFragment = new URLSearchParams(hash.slice(1)).get('code');
  return inFragment || new URLSearchParams(search).get('code') || null;
}

/** Like {@link codeInAddress}, or the code that was moved from the address to the history entry's state. */
export function codeInLocation(location: CodeLocation): string | null {
  const { state } = location;
  const inState = typeof state === 'object' && state !== null && 'code' in state && state.code;
  return (
    codeInAddress(location) ?? (typeof inState === 'string' && inState !== '' ? inState : null)
  );
}

/** The query and fragment without a one-time code. Everything else is unchanged. */
export function withoutCode({ search, hash = '' }: CodeLocation): { search: string; hash: string } {
  const query = new URLSearchParams(search);
  const hadCode = query.has('code');
  query.delete('code');
  const remaining = hadCode ? query.toString() : search.slice(1);
  const isInFragment = new URLSearchParams(hash.slice(1)).has('code');
  return { search: remaining === '' ? '' : `?${remaining}`, hash: isInFragment ? '' : hash };
}

/** The fragment with a one-time code; empty without one. */
export const codeFragment = (code: string | null): string =>
  code === null ? '' : `#${new URLSearchParams({ code })}`;
