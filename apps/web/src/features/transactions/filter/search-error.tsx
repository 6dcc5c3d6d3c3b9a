import type { SearchError } from '@cairn/contract/rules/search/search-syntax';

/** An error in a search: the search with the wrong word marked, and what is wrong with it. */
export function SearchErrorNote({
  id,
  search,
  error,
}: {
  id: string;
  search: string;
  /** Null if there is none. The note is then empty, and announces the next error. */
  error: SearchError | null;
}) {
  const end = error === null ? 0 : error.offset + error.length;
  return (
    <div id={id} role="status" className="empty:hidden">
      {error && (
        <p className="mt-1.5 text-sm wrap-anywhere text-danger">
          <span className="block text-ink">
            {search.slice(0, error.offset)}
            <mark className="rounded-sm bg-danger-soft text-danger underline decoration-wavy underline-offset-4">
              {search.slice(error.offset, end)}
            </mark>
            {search.slice(end)}
          </span>
          {error.message}
        </p>
      )}
    </div>
  );
}
