import { Search, X } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { inputClass } from '../../ui/field.tsx';
import { searchOf } from './transaction-filter.ts';

/** A text is looked for once it has stood still for this many milliseconds. */
const pause = 1000;

/**
 * Looks for text: after a second without a key, or at once with Enter; from 3 characters on. `/`
 * anywhere on the page leads here, Escape empties it.
 */
export function SearchBox({
  search,
  onSearch,
}: {
  /** The text that is looked for now. */
  search: string;
  onSearch: (search: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, look } = useTypedSearch(search, onSearch);
  useSlash(input);
  const clear = () => {
    setTyped('');
    look('');
    input.current?.focus();
  };
  return (
    <search>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          look(typed);
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-muted"
        />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Search transactions"
          aria-keyshortcuts="/"
          placeholder="Search transactions"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed === '') return;
            event.preventDefault();
            clear();
          }}
          className={`${inputClass} h-10! pr-10 pl-10 sm:text-sm! touch:h-11! [&::-webkit-search-cancel-button]:hidden`}
        />
        {typed === '' ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto hidden h-5 min-w-5 place-items-center rounded border border-line bg-sunken px-1 font-sans text-xs text-muted md:grid"
          >
            /
          </span>
        ) : (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-control text-muted hover:text-ink touch:w-11"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </form>
    </search>
  );
}

/** `/` leads to the box, except where it is being typed into something. */
function useSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const typing =
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
      if (typing || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}

/** What is typed, and the search that follows it: after the pause, or at once through `look`. */
function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  const [asked, setAsked] = useState(search);
  if (known !== search) {
    setKnown(search);
    // The address changed by itself (back, a link, Clear): the box follows. A search of its own comes back a
    // moment after it was asked for, and what was typed in that moment stays.
    if (search !== asked) {
      setAsked(search);
      if (searchOf(typed) !== search) setTyped(search);
    }
  }
  const wanted = searchOf(typed);
  const ask = useCallback(
    (text: string) => {
      setAsked(text);
      onSearch(text);
    },
    [onSearch],
  );
  const look = (text: string) => {
    if (searchOf(text) !== search) ask(searchOf(text));
  };
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => ask(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted, search, ask]);
  return { typed, setTyped, look };
}
