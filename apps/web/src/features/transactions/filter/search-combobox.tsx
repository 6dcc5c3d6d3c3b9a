import { Autocomplete } from '@base-ui/react/autocomplete';
import { textSearch } from '@cairn/contract/rules/search/print-search';
import { formatPlural } from '@cairn/contract/text/copy';
import { type ComponentProps, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDebouncedValue } from '../../../platform/browser/debounced-value.ts';
import { classNames } from '../../../ui/class-names.ts';
import { optionClass, popupClass } from '../../../ui/overlay/menu.tsx';
import { useMerchants } from '../list/merchants.api.ts';
import { useTags } from '../tags/tags.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { type Completion, completeSearch, unfinishedMerchant } from './search-completion.ts';
import { normalizeSearch } from './transaction-filter.ts';

/** How many milliseconds after the last keystroke the merchants are requested. */
const requestDelay = 200;

const copy = transactionsCopy.filter.suggestions;

/**
 * The search input with suggestions for the word at the caret. Nothing is highlighted until an arrow key is pressed, so
 * that Enter submits the form with what is typed. After an operator is chosen, the first of its values is highlighted.
 * Escape closes the suggestions.
 */
export function SearchCombobox({
  inputRef,
  typed,
  onType,
  accounts,
  onSuggestingChange,
  onKeyDown,
  ...input
}: Omit<ComponentProps<typeof Autocomplete.Input>, 'ref'> & {
  inputRef: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (typed: string) => void;
  /** The names that `account:` suggests. */
  accounts: readonly string[];
  /** Called when the suggestions open or close. */
  onSuggestingChange: (isSuggesting: boolean) => void;
}) {
  const [caret, setCaret] = useState(typed.length);
  // Typing opens the suggestions, but a search that was in the address doesn't.
  const [isDismissed, setDismissed] = useState(true);
  const completions = useCompletions(typed, caret, accounts);
  const open = !isDismissed && completions.length > 0;
  const highlighted = useRef<Completion>(undefined);
  useEffect(() => onSuggestingChange(open), [open, onSuggestingChange]);
  const change = (next: string, chosen: Completion | undefined) => {
    const nextCaret = chosen?.caret ?? inputRef.current?.selectionStart ?? next.length;
    // The caret can only be moved once the field has the new text.
    flushSync(() => {
      onType(next);
      setCaret(nextCaret);
      setDismissed(false);
    });
    if (chosen) inputRef.current?.setSelectionRange(nextCaret, nextCaret);
  };
  return (
    <Autocomplete.Root<Completion>
      items={completions}
      filter={null}
      itemToStringValue={({ search }) => search}
      value={typed}
      onValueChange={(next, { reason }) =>
        change(
          next,
          reason === 'item-press' ? completions.find(({ search }) => search === next) : undefined,
        )
      }
      onItemHighlighted={(completion) => {
        highlighted.current = completion;
      }}
      open={open}
      onOpenChange={(next, { reason }) => {
        // Choosing an operator opens the suggestions for its value.
        if (reason !== 'item-press') setDismissed(!next);
      }}
    >
      <Autocomplete.Input
        ref={inputRef}
        type="search"
        onKeyDown={(event) => {
          // The library's hidden field prevents the browser from submitting the form.
          if (
            event.key === 'Enter' &&
            !event.nativeEvent.isComposing &&
            !(open && highlighted.current)
          ) {
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }
          // With suggestions, Escape only closes them.
          if (!open) onKeyDown?.(event);
        }}
        {...input}
      />
      <Suggestions completions={completions} />
      <p role="status" className="sr-only">
        {open && formatPlural(completions.length, copy.count)}
      </p>
    </Autocomplete.Root>
  );
}

/** The suggestions for the word at the caret. Merchants appear as soon as the server has found them. */
function useCompletions(
  search: string,
  caret: number,
  accounts: readonly string[],
): readonly Completion[] {
  const typedMerchant = normalizeSearch(unfinishedMerchant(search, caret));
  // The merchants are found by text, so a text that would be read as operators has no suggestions.
  const searched = textSearch(typedMerchant) === typedMerchant ? typedMerchant : '';
  const found = useMerchants(useDebouncedValue(searched, requestDelay));
  const tags = useTags({ enabled: /tag:/i.test(search) }).data?.tags;
  return useMemo(
    () =>
      completeSearch(search, caret, {
        accounts,
        merchants: [...found.keys()],
        tags: (tags ?? []).map(({ name }) => name),
      }),
    [search, caret, accounts, found, tags],
  );
}

function Suggestions({ completions }: { completions: readonly Completion[] }) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner align="start" sideOffset={6} className="z-20 outline-none">
        <Autocomplete.Popup
          className={classNames(
            popupClass,
            'w-(--anchor-width) max-w-(--available-width) min-w-60 overflow-y-auto',
          )}
        >
          <Autocomplete.List aria-label={copy.label} className="p-1.5">
            {completions.map((completion) => (
              <Autocomplete.Item key={completion.search} value={completion} className={optionClass}>
                <span className="min-w-0 grow truncate">{completion.label}</span>
                <span className="max-w-[60%] shrink-0 truncate text-xs text-muted">
                  {completion.context}
                </span>
              </Autocomplete.Item>
            ))}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}
