import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSamePage } from '../../platform/same-page.ts';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { inputClass } from '../../ui/field.tsx';
import { entriesMatching, type PaletteEntry } from './palette-entries.ts';

/**
 * Goes anywhere and does anything by typing a part of its name. Mounted while open. The arrow keys go
 * through what is found, Enter chooses what is marked, which is the first of it at first.
 */
export function PaletteDialog({
  entries,
  searchFor,
  onClose,
}: {
  entries: readonly PaletteEntry[];
  /** What looks for the typed text elsewhere, told last; null where it is too short. */
  searchFor: (typed: string) => PaletteEntry | null;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(true);
  const isSamePage = useSamePage();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  const list = useId();
  const search = searchFor(typed);
  const found = [...entriesMatching(entries, typed), ...(search ? [search] : [])];
  const choose = ({ act }: PaletteEntry) => {
    setOpen(false);
    if (typeof act !== 'string') return act();
    left.current = true;
    navigate(act);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = found[marked];
    if (step !== undefined && found.length > 0)
      setMarked((marked + step + found.length) % found.length);
    else if (event.key === 'Enter' && at) choose(at);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      title="Find anything"
      open={open && isSamePage}
      onOpenChange={setOpen}
      onClosed={() => {
        // Who went somewhere goes on there, and not at what had the focus before.
        if (left.current) document.getElementById('content')?.focus({ preventScroll: true });
        onClose();
      }}
      initialFocus={input}
    >
      <Field
        input={input}
        list={list}
        marked={found.length === 0 ? null : marked}
        value={typed}
        onType={(text) => {
          setTyped(text);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Found id={list} found={found} marked={marked} onChoose={choose} />
    </Dialog>
  );
}

function Field({
  input,
  list,
  marked,
  value,
  onType,
  onKeyDown,
}: {
  input: RefObject<HTMLInputElement | null>;
  /** The id of what is found. */
  list: string;
  /** The place of what Enter chooses. */
  marked: number | null;
  value: string;
  onType: (text: string) => void;
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
        aria-controls={list}
        aria-activedescendant={marked === null ? undefined : `${list}-${marked}`}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        placeholder="A page, an account, a category…"
        aria-label="A page, an account, a category…"
        autoComplete="off"
        className={`${inputClass} pl-9`}
      />
    </div>
  );
}

/** Kept whatever is found, so that nothing moves while one types. */
const listHeight = 'mt-2 h-88 max-h-[50dvh]';

function Found({
  id,
  found,
  marked,
  onChoose,
}: {
  id: string;
  found: readonly PaletteEntry[];
  marked: number;
  onChoose: (entry: PaletteEntry) => void;
}) {
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Found"
        tabIndex={-1}
        className={classNames(
          listHeight,
          '-mx-2 overflow-y-auto overscroll-contain',
          found.length === 0 && 'hidden',
        )}
      >
        {found.map((entry, index) => (
          <Choice
            key={entry.id}
            id={`${id}-${index}`}
            entry={entry}
            marked={index === marked}
            onChoose={() => onChoose(entry)}
          />
        ))}
      </div>
      <p
        role="status"
        className={found.length === 0 ? `${listHeight} py-10 text-center text-muted` : 'sr-only'}
      >
        {found.length === 0 ? 'Nothing has this in its name.' : `${found.length} found`}
      </p>
    </>
  );
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function Choice({
  id,
  entry: { label, note, icon },
  marked,
  onChoose,
}: {
  id: string;
  entry: PaletteEntry;
  /** What Enter chooses. */
  marked: boolean;
  onChoose: () => void;
}) {
  const Icon = icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field, which keeps the focus.
    <div
      ref={marked ? scrollTo : null}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={marked}
      onClick={onChoose}
      className={classNames(
        'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1 transition-colors hover:bg-sunken',
        marked && 'bg-sunken outline-2 -outline-offset-2 outline-accent',
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
