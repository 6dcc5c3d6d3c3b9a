import { formatPlural } from '@cairn/contract/text/copy';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useIsPathUnchanged } from '../../../platform/browser/path-unchanged.ts';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import {
  ComboboxOption,
  ComboboxOptions,
  ComboboxSearchField,
  InlineCombobox,
} from '../../../ui/form/inline-combobox.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { frameCopy } from '../frame.copy.ts';
import { useMerchantEntries } from './merchant-entries.ts';
import { findEntries, type PaletteEntry } from './palette-entries.ts';

/**
 * The command palette: finds pages, data, and actions by name. Mounted while open. Arrow keys move
 * through the results, and Enter chooses the highlighted result, initially the first.
 */
export function PaletteDialog({
  entries,
  searchEntryFor,
  onClose,
}: {
  entries: readonly PaletteEntry[];
  /** Returns the last result, which opens a search for the typed text; null if that is too short. */
  searchEntryFor: (text: string) => PaletteEntry | null;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(true);
  const isSamePage = useIsPathUnchanged();
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const hasNavigated = useRef(false);
  const search = searchEntryFor(query);
  const merchants = useMerchantEntries(query);
  const found = useMemo(
    () => findEntries([...entries, ...merchants], query),
    [entries, merchants, query],
  );
  const results = [...found, ...(search ? [search] : [])];
  const choose = ({ action }: PaletteEntry) => {
    setOpen(false);
    if (typeof action === 'function') return action();
    hasNavigated.current = true;
    if (typeof action === 'string') navigate(action);
    else navigate(action.to, { state: action.state });
  };
  return (
    <Dialog
      title={frameCopy.palette.title}
      open={open && isSamePage}
      onOpenChange={setOpen}
      onClosed={() => {
        if (hasNavigated.current) focusDestination();
        onClose();
      }}
      initialFocus={input}
    >
      <InlineCombobox
        options={results}
        query={query}
        onQueryChange={setQuery}
        highlightFirst="always"
      >
        <ComboboxSearchField inputRef={input} label={frameCopy.palette.placeholder} />
        <ComboboxOptions
          label={frameCopy.palette.results}
          emptyText={frameCopy.palette.noResults}
          className="h-88"
        >
          {results.map((entry) => (
            <Result key={entry.id} entry={entry} onSelect={() => choose(entry)} />
          ))}
        </ComboboxOptions>
        <p role="status" className="sr-only">
          {results.length > 0 && formatPlural(results.length, frameCopy.palette.resultCount)}
        </p>
      </InlineCombobox>
    </Dialog>
  );
}

/** After navigation, focuses the section or the screen instead of the previously focused element. */
function focusDestination(): void {
  const section = document.getElementById(window.location.hash.slice(1));
  (section ?? document.getElementById('content'))?.focus({ preventScroll: true });
}

function Result({ entry, onSelect }: { entry: PaletteEntry; onSelect: () => void }) {
  const { label, context, icon: Icon } = entry;
  return (
    <ComboboxOption value={entry} onSelect={onSelect}>
      {typeof Icon === 'string' ? (
        <CategoryIcon category={Icon} size="small" />
      ) : (
        <span className="grid size-6 shrink-0 place-items-center rounded-md bg-sunken text-muted">
          <Icon aria-hidden="true" className="size-3.5" />
        </span>
      )}
      <span className="min-w-0 grow truncate">{label}</span>
      <span className="max-w-[45%] shrink-0 truncate text-xs text-muted">{context}</span>
    </ComboboxOption>
  );
}
