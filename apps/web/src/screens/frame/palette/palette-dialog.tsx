import { formatPlural } from '@cairn/contract/text/copy';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useIsPathUnchanged } from '../../../platform/browser/path-unchanged.ts';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { frameCopy } from '../frame.copy.ts';
import { findEntries, type PaletteEntry } from './palette-entries.ts';

/**
 * The command palette: finds pages, data, and actions by name. Mounted while open. Arrow keys move
 * through the results, and Enter chooses the highlighted one, initially the first.
 */
export function PaletteDialog({
  entries,
  searchFor,
  onClose,
}: {
  entries: readonly PaletteEntry[];
  /** The last result, which searches elsewhere for the typed text; null if that is too short. */
  searchFor: (text: string) => PaletteEntry | null;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(true);
  const isSamePage = useIsPathUnchanged();
  const [query, setQuery] = useState('');
  const [highlighted, setHighlighted] = useState(0);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const navigated = useRef(false);
  const listId = useId();
  const search = searchFor(query);
  const results = [...findEntries(entries, query), ...(search ? [search] : [])];
  const choose = ({ action }: PaletteEntry) => {
    setOpen(false);
    if (typeof action !== 'string') return action();
    navigated.current = true;
    navigate(action);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const result = results[highlighted];
    if (step !== undefined && results.length > 0)
      setHighlighted((highlighted + step + results.length) % results.length);
    else if (event.key === 'Enter' && result) choose(result);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      title={frameCopy.palette.title}
      open={open && isSamePage}
      onOpenChange={setOpen}
      onClosed={() => {
        // After navigation, focus the new screen instead of the previously focused element.
        if (navigated.current) document.getElementById('content')?.focus({ preventScroll: true });
        onClose();
      }}
      initialFocus={input}
    >
      <SearchField
        input={input}
        listId={listId}
        highlighted={results.length === 0 ? null : highlighted}
        value={query}
        onChange={(text) => {
          setQuery(text);
          setHighlighted(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Results id={listId} results={results} highlighted={highlighted} onChoose={choose} />
    </Dialog>
  );
}

function SearchField({
  input,
  listId,
  highlighted,
  value,
  onChange,
  onKeyDown,
}: {
  input: RefObject<HTMLInputElement | null>;
  /** The id of the list of results. */
  listId: string;
  /** The index of the highlighted result. */
  highlighted: number | null;
  value: string;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={highlighted === null ? undefined : `${listId}-${highlighted}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        placeholder={frameCopy.palette.placeholder}
        aria-label={frameCopy.palette.placeholder}
        autoComplete="off"
        className={`${inputClass} pl-9`}
      />
    </div>
  );
}

/** A fixed height, so that nothing moves while the user types. */
const listHeight = 'mt-2 h-88 max-h-[50dvh]';

function Results({
  id,
  results,
  highlighted,
  onChoose,
}: {
  id: string;
  results: readonly PaletteEntry[];
  highlighted: number;
  onChoose: (entry: PaletteEntry) => void;
}) {
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={frameCopy.palette.results}
        tabIndex={-1}
        className={classNames(
          listHeight,
          '-mx-2 overflow-y-auto overscroll-contain',
          results.length === 0 && 'hidden',
        )}
      >
        {results.map((entry, index) => (
          <Result
            key={entry.id}
            id={`${id}-${index}`}
            entry={entry}
            highlighted={index === highlighted}
            onChoose={() => onChoose(entry)}
          />
        ))}
      </div>
      <p
        role="status"
        className={results.length === 0 ? `${listHeight} py-10 text-center text-muted` : 'sr-only'}
      >
        {results.length === 0
          ? frameCopy.palette.noResults
          : formatPlural(results.length, frameCopy.palette.resultCount)}
      </p>
    </>
  );
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function Result({
  id,
  entry: { label, note, icon },
  highlighted,
  onChoose,
}: {
  id: string;
  entry: PaletteEntry;
  highlighted: boolean;
  onChoose: () => void;
}) {
  const Icon = icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles keys.
    <div
      ref={highlighted ? scrollTo : null}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={highlighted}
      onClick={onChoose}
      className={classNames(
        'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1 transition-colors hover:bg-sunken',
        highlighted && 'bg-sunken outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {typeof Icon === 'string' ? (
        <CategoryIcon category={Icon} size="small" />
      ) : (
        <span className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-muted">
          <Icon aria-hidden="true" className="size-4" />
        </span>
      )}
      <span className="min-w-0 grow truncate">{label}</span>
      <span className="max-w-[45%] shrink-0 truncate text-xs text-muted">{note}</span>
    </div>
  );
}
