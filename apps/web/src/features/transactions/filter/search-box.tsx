import { parseSearch } from '@cairn/contract/rules/search/parse-search';
import type { SearchError } from '@cairn/contract/rules/search/search-syntax';
import { formatPlural } from '@cairn/contract/text/copy';
import { Search, X } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { isSingleKeyShortcut } from '../../../platform/browser/single-key-shortcuts.ts';
import { inputClass } from '../../../ui/form/field.tsx';
import { transactionsCopy } from '../transactions.copy.ts';
import { SearchCombobox } from './search-combobox.tsx';
import { SearchErrorNote } from './search-error.tsx';
import { SearchHelp } from './search-help.tsx';
import { minSearchLength, normalizeSearch } from './transaction-filter.ts';

/** Debounce of the search, in milliseconds. */
const debounceMs = 1000;

/**
 * The search field. It searches for 3 or more characters: one second after the last key, or immediately on
 * Enter. A search with an error is not searched for: at the same time, the error is shown at its word, but not while
 * suggestions for the word are open. `/` focuses the field from anywhere on the page, and Escape clears it.
 */
export function SearchBox({
  search,
  accounts,
  onSearch,
}: {
  /** The current search, from the URL. */
  search: string;
  /** The names that `account:` suggests. */
  accounts: readonly string[];
  onSearch: (search: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const errorId = useId();
  const [isSuggesting, setSuggesting] = useState(false);
  const { typed, setTyped, submit, error } = useTypedSearch(search, onSearch, isSuggesting);
  useSlashShortcut(input);
  const clear = () => {
    setTyped('');
    submit('');
    input.current?.focus();
  };
  return (
    <search>
      <div className="flex items-center gap-1">
        <form
          className="relative min-w-0 grow"
          onSubmit={(event) => {
            event.preventDefault();
            submit(typed);
          }}
        >
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-muted"
          />
          <SearchCombobox
            inputRef={input}
            typed={typed}
            onType={setTyped}
            accounts={accounts}
            onSuggestingChange={setSuggesting}
            enterKeyHint="search"
            aria-label={transactionsCopy.filter.search}
            aria-keyshortcuts="/"
            aria-describedby={`${hintId} ${errorId}`}
            aria-invalid={error ? true : undefined}
            placeholder={transactionsCopy.filter.search}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || typed === '') return;
              event.preventDefault();
              event.preventBaseUIHandler();
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
              aria-label={transactionsCopy.filter.clearSearch}
              data-tooltip={transactionsCopy.filter.clearSearch}
              onClick={clear}
              className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-control text-muted hover:text-ink touch:w-11"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          )}
          <TooShortHint id={hintId} typed={typed} />
        </form>
        <SearchHelp />
      </div>
      <SearchErrorNote id={errorId} search={normalizeSearch(typed)} error={error} />
    </search>
  );
}

/** Shows at the end of the field how many characters are missing for a search. */
function TooShortHint({ id, typed }: { id: string; typed: string }) {
  const { length } = typed.trim();
  const missing = length === 0 ? 0 : minSearchLength - length;
  return (
    <p
      id={id}
      role="status"
      className="pointer-events-none absolute inset-y-0 right-11 flex items-center text-xs text-muted"
    >
      {missing > 0 && (
        <span className="appear-late">
          {formatPlural(missing, transactionsCopy.filter.tooShort)}
        </span>
      )}
    </p>
  );
}

/** Focuses the search field on `/`, unless the key is typed into a field or a dialog is open. */
function useSlashShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKeyShortcut(event, '/')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}

/** The typed text, and the search that follows it: debounced, or immediately through `submit`. */
function useTypedSearch(search: string, onSearch: (search: string) => void, isSuggesting: boolean) {
  const [typed, setTyped] = useState(search);
  const [previousSearch, setPreviousSearch] = useState(search);
  const [requested, setRequested] = useState(search);
  if (previousSearch !== search) {
    setPreviousSearch(search);
    // The field follows the URL when something else changed it (Back, a link, Clear). The field's own
    // search reaches the URL with a delay, and text typed in the meantime is kept.
    if (search !== requested) {
      setRequested(search);
      if (normalizeSearch(typed) !== search) setTyped(search);
    }
  }
  const nextSearch = normalizeSearch(typed);
  // The error of an unfinished search would be in the way, so it is shown when the search would start.
  const [checked, setChecked] = useState(search);
  const error = checked === nextSearch ? findError(nextSearch) : null;
  const request = useCallback(
    (text: string) => {
      setChecked(text);
      if (findError(text) !== null) return;
      setRequested(text);
      onSearch(text);
    },
    [onSearch],
  );
  const submit = (text: string) => {
    if (normalizeSearch(text) !== search) request(normalizeSearch(text));
  };
  useEffect(() => {
    if (nextSearch === search) return;
    // The word that the suggestions are for is not finished.
    if (isSuggesting && findError(nextSearch) !== null) return;
    const timer = setTimeout(() => request(nextSearch), debounceMs);
    return () => clearTimeout(timer);
  }, [nextSearch, search, request, isSuggesting]);
  return { typed, setTyped, submit, error };
}

function findError(search: string): SearchError | null {
  const parsed = parseSearch(search);
  return parsed.ok ? null : parsed.error;
}
