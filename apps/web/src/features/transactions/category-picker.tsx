import { labelOfCategory } from '@cairn/contract/taxonomy';
import { Check, RotateCcw, Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { inputClass } from '../../ui/field.tsx';
import { categoriesMatching } from './category-search.ts';
import { type Transaction, useChangeCategory } from './transactions.api.ts';

/**
 * Picks another category for a transaction. Mounted while open. The arrow keys go through what the
 * search has found, whose first is marked as soon as something is typed; Enter picks what is marked.
 */
export function CategoryPicker({
  transaction,
  onClose,
}: {
  transaction: Transaction;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const list = useId();
  const change = useChangeCategory();
  const found = useMemo(() => categoriesMatching(text), [text]);
  const pick = (category: string | null) => {
    if (change.isPending) return;
    change.mutate({ transaction, category }, { onSuccess: () => setOpen(false) });
  };
  return (
    <Dialog
      title="Category"
      description={`Now: ${labelOfCategory(transaction.effective_category)}`}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      initialFocus={search}
      footer={
        <Button variant="secondary" onClick={() => setOpen(false)}>
          cancel
        </Button>
      }
    >
      <SearchField
        input={search}
        value={text}
        list={list}
        found={found}
        marked={marked}
        onChange={(typed) => {
          setText(typed);
          setMarked(typed.trim() === '' ? null : (categoriesMatching(typed)[0]?.key ?? null));
        }}
        onMark={setMarked}
        onPick={pick}
      />
      <BackToTheBanks
        transaction={transaction}
        busy={change.isPending && change.variables.category === null}
        onPress={() => pick(null)}
      />
      <div role="alert" className="mt-3 text-trouble empty:hidden">
        {change.isError ? errorWords(change.error) : null}
      </div>
      <Choices
        id={list}
        found={found}
        chosen={transaction.effective_category}
        marked={marked}
        busy={change.isPending ? change.variables.category : null}
        onPick={pick}
      />
    </Dialog>
  );
}

/** Takes the person's own category back, where there is one: the bank's holds again. */
function BackToTheBanks({
  transaction: { overridden_category, personal_finance_category },
  busy,
  onPress,
}: {
  transaction: Transaction;
  busy: boolean;
  onPress: () => void;
}) {
  if (overridden_category === null) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      className="mt-2 max-w-full justify-start text-accent"
      busy={busy}
      onClick={onPress}
    >
      <RotateCcw aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 truncate">
        Back to the bank's: {labelOfCategory(personal_finance_category.detailed)}
      </span>
    </Button>
  );
}

type Found = ReturnType<typeof categoriesMatching>;

/** Kept whatever is found, so that nothing moves while one types. */
const listHeight = 'mt-2 h-96 max-h-[50dvh]';

/** The next category up or down from the marked one, around the ends. */
function neighbourOf(marked: string | null, found: Found, step: number): string | null {
  const at = found.findIndex(({ key }) => key === marked);
  const next = at === -1 ? (step > 0 ? 0 : -1) : (at + step) % found.length;
  return found.at(next)?.key ?? null;
}

function SearchField({
  input,
  value,
  list,
  found,
  marked,
  onChange,
  onMark,
  onPick,
}: {
  input: RefObject<HTMLInputElement | null>;
  value: string;
  /** The id of what is searched. */
  list: string;
  found: Found;
  marked: string | null;
  onChange: (value: string) => void;
  onMark: (category: string | null) => void;
  onPick: (category: string) => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) onMark(neighbourOf(marked, found, step));
    else if (event.key === 'Enter' && marked !== null) onPick(marked);
    else return;
    event.preventDefault();
  };
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
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        placeholder="Search categories..."
        aria-label="Search categories..."
        autoComplete="off"
        className={`${inputClass} pl-9`}
      />
    </div>
  );
}

/** What was refused says only that; what went wrong on the way says what. */
function errorWords(error: Error): string {
  return error instanceof ApiError ? 'Failed to update category' : error.message;
}

function Choices({
  id,
  found,
  chosen,
  marked,
  busy,
  onPick,
}: {
  id: string;
  found: Found;
  chosen: string;
  marked: string | null;
  /** What was picked and is not answered yet. */
  busy: string | null;
  onPick: (category: string) => void;
}) {
  if (found.length === 0) {
    return (
      <p role="status" className={classNames(listHeight, 'py-10 text-center text-muted')}>
        No category has this in its name.
      </p>
    );
  }
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Categories"
      tabIndex={-1}
      className={classNames(listHeight, '-mx-2 overflow-y-auto overscroll-contain')}
    >
      {found.map(({ key, label, group }) => (
        <CategoryChoice
          key={key}
          id={`${id}-${key}`}
          category={key}
          label={label}
          note={group.label}
          chosen={key === chosen}
          marked={key === marked}
          busy={key === busy}
          onPick={() => onPick(key)}
        />
      ))}
    </div>
  );
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function CategoryChoice({
  id,
  category,
  label,
  note,
  chosen,
  marked,
  busy,
  onPick,
}: {
  id: string;
  category: string;
  label: string;
  note: string;
  /** The transaction's category now. */
  chosen: boolean;
  /** What Enter picks. */
  marked: boolean;
  busy: boolean;
  onPick: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field, which keeps the focus.
    <div
      ref={marked ? scrollTo : null}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-busy={busy || undefined}
      onClick={onPick}
      className={classNames(
        'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-sunken',
        marked && 'bg-sunken outline-2 -outline-offset-2 outline-accent',
        busy && 'animate-[shimmer_1.2s_ease-in-out_infinite]',
      )}
    >
      <CategoryIcon category={category} size="small" />
      <span className="min-w-0 grow">
        <span className={classNames('block truncate', chosen && 'font-semibold')}>{label}</span>
        {note !== label && <span className="block truncate text-xs text-muted">{note}</span>}
      </span>
      {chosen && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
    </div>
  );
}
