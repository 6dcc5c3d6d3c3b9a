/** The parts of a location that can carry a one-time code. */
interface CodeLocation {
  readonly search: string;
  readonly hash?: string;
  /** The state of the history entry: may be any value. */
  readonly state?: unknown;
}

/**
 * The one-time code that a location carries, or null. Links in emails have it in the fragment, which reaches no
 * server, proxy, or Referer. Older links and OAuth redirects have it in the query.
 */
export function codeInAddress({ search, hash = '' }: CodeLocation): string | null {
  const inFragment = new URLSearchParams(hash.slice(1)).get('code');
  return inFragment || new URLSearchParams(search).get('code') || null;
}

/** Like {@link codeInAddress}, or the code that was moved from the address to the history entry's state. */
export function codeOf(location: CodeLocation): string | null {
  const { state } = location;
  const inState = typeof state === 'object' && state !== null && 'code' in state && state.code;
  return (
    codeInAddress(location) ?? (typeof inState === 'string' && inState !== '' ? inState : null)
  );
}

/** The query and fragment without a one-time code. Everything else stays as it is. */
export function withoutCode({ search, hash = '' }: CodeLocation): { search: string; hash: string } {
  const query = new URLSearchParams(search);
  const hadCode = query.has('code');
  query.delete('code');
  const rest = hadCode ? query.toString() : search.slice(1);
  const isCode = new URLSearchParams(hash.slice(1)).has('code');
  return { search: rest === '' ? '' : `?${rest}`, hash: isCode ? '' : hash };
}

/** The fragment that carries a one-time code; empty without one. */
export const codeFragment = (code: string | null): string =>
  code === null ? '' : `#${new URLSearchParams({ code })}`;
