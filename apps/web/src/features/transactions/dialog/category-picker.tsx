import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { Check, RotateCcw, Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { type Transaction, useChangeCategory } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { searchCategories } from './category-search.ts';

const { categoryPicker } = transactionsCopy;

/**
 * Picks another category for a transaction. Mount it while it is open. Typing highlights the first
 * match, the arrow keys move the highlight, and Enter picks the highlighted category.
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
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const listId = useId();
  const change = useChangeCategory();
  const matches = useMemo(() => searchCategories(text), [text]);
  const pick = (category: string | null) => {
    if (change.isPending) return;
    change.mutate({ transaction, category }, { onSuccess: () => setOpen(false) });
  };
  return (
    <Dialog
      title={categoryPicker.title}
      description={formatMessage(categoryPicker.current, {
        category: categoryLabel(transaction.effective_category),
      })}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      initialFocus={search}
      footer={
        <Button variant="secondary" onClick={() => setOpen(false)}>
          {categoryPicker.cancel}
        </Button>
      }
    >
      <SearchField
        input={search}
        value={text}
        listId={listId}
        matches={matches}
        highlighted={highlighted}
        onChange={(typed) => {
          setText(typed);
          setHighlighted(typed.trim() === '' ? null : (searchCategories(typed)[0]?.key ?? null));
        }}
        onHighlight={setHighlighted}
        onPick={pick}
      />
      <ResetCategory
        transaction={transaction}
        busy={change.isPending && change.variables.category === null}
        onPress={() => pick(null)}
      />
      <div role="alert" className="mt-3 text-danger empty:hidden">
        {change.isError ? errorText(change.error) : null}
      </div>
      <Choices
        id={listId}
        matches={matches}
        chosen={transaction.effective_category}
        highlighted={highlighted}
        busy={change.isPending ? change.variables.category : null}
        onPick={pick}
      />
    </Dialog>
  );
}

/** Removes the user's override, if there is one, so that the bank's category applies again. */
function ResetCategory({
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
        {formatMessage(categoryPicker.reset, {
          category: categoryLabel(personal_finance_category.detailed),
        })}
      </span>
    </Button>
  );
}

type Matches = ReturnType<typeof searchCategories>;

/** A fixed height, so that nothing moves while the user types. */
const listHeight = 'mt-2 h-96 max-h-[50dvh]';

/** The category before or after the highlighted one, wrapping around at both ends. */
function stepFrom(highlighted: string | null, matches: Matches, step: number): string | null {
  const index = matches.findIndex(({ key }) => key === highlighted);
  const next = index === -1 ? (step > 0 ? 0 : -1) : (index + step) % matches.length;
  return matches.at(next)?.key ?? null;
}

function SearchField({
  input,
  value,
  listId,
  matches,
  highlighted,
  onChange,
  onHighlight,
  onPick,
}: {
  input: RefObject<HTMLInputElement | null>;
  value: string;
  /** The DOM id of the list of matches. */
  listId: string;
  matches: Matches;
  highlighted: string | null;
  onChange: (value: string) => void;
  onHighlight: (category: string | null) => void;
  onPick: (category: string) => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) onHighlight(stepFrom(highlighted, matches, step));
    else if (event.key === 'Enter' && highlighted !== null) onPick(highlighted);
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
        aria-controls={listId}
        aria-activedescendant={highlighted === null ? undefined : `${listId}-${highlighted}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        placeholder={categoryPicker.search}
        aria-label={categoryPicker.search}
        autoComplete="off"
        className={`${inputClass} pl-9`}
      />
    </div>
  );
}

/** A response from the API gets the fixed text; any other error shows its own message. */
function errorText(error: Error): string {
  return error instanceof ApiError ? categoryPicker.failed : error.message;
}

function Choices({
  id,
  matches,
  chosen,
  highlighted,
  busy,
  onPick,
}: {
  id: string;
  matches: Matches;
  chosen: string;
  highlighted: string | null;
  /** The category that is being saved. */
  busy: string | null;
  onPick: (category: string) => void;
}) {
  if (matches.length === 0) {
    return (
      <p role="status" className={classNames(listHeight, 'py-10 text-center text-muted')}>
        {categoryPicker.noMatch}
      </p>
    );
  }
  return (
    <div
      id={id}
      role="listbox"
      aria-label={categoryPicker.list}
      tabIndex={-1}
      className={classNames(listHeight, '-mx-2 overflow-y-auto overscroll-contain')}
    >
      {matches.map(({ key, label, group }) => (
        <CategoryChoice
          key={key}
          id={`${id}-${key}`}
          category={key}
          label={label}
          note={group.label}
          chosen={key === chosen}
          highlighted={key === highlighted}
          busy={key === busy}
          onPick={() => onPick(key)}
        />
      ))}
    </div>
  );
}

const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

function CategoryChoice({
  id,
  category,
  label,
  note,
  chosen,
  highlighted,
  busy,
  onPick,
}: {
  id: string;
  category: string;
  label: string;
  note: string;
  /** Whether it is the transaction's current category. */
  chosen: boolean;
  /** Whether Enter picks it. */
  highlighted: boolean;
  busy: boolean;
  onPick: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the keys.
    <div
      ref={highlighted ? scrollIntoView : null}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-busy={busy || undefined}
      onClick={onPick}
      className={classNames(
        'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-sunken',
        highlighted && 'bg-sunken outline-2 -outline-offset-2 outline-accent',
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
