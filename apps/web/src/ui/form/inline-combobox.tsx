import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { inputClass } from './field.tsx';

/**
 * A combobox whose options are always visible, for a dialog that finds something. The arrow keys move
 * the highlight, and Enter selects the highlighted option. For a dropdown, use MultiSelect.
 */
export function InlineCombobox({
  options,
  query,
  onQueryChange,
  highlightFirst,
  children,
}: {
  /** The options that match the query, in the order in which they are rendered. */
  options: readonly unknown[];
  query: string;
  onQueryChange: (query: string) => void;
  /** Whether the first option is always highlighted, or only while there is a query. */
  highlightFirst: 'always' | 'with-query';
  /** A {@link ComboboxSearchField}, a {@link ComboboxOptions}, and anything between them. */
  children: ReactNode;
}) {
  return (
    <Autocomplete.Root
      inline
      open
      items={options}
      filter={null}
      autoHighlight={highlightFirst === 'always' ? 'always' : true}
      // The highlight is what Enter selects: the pointer doesn't change it.
      highlightItemOnHover={false}
      value={query}
      // Selecting an option doesn't put its text into the field.
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') onQueryChange(value);
      }}
    >
      {children}
    </Autocomplete.Root>
  );
}

/** The search field of an inline combobox. */
export function ComboboxSearchField({
  label,
  inputRef,
}: {
  label: string;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <Autocomplete.Input
        ref={inputRef}
        type="search"
        placeholder={label}
        aria-label={label}
        className={`${inputClass} pl-9 text-ellipsis [&::-webkit-search-cancel-button]:grayscale`}
      />
    </div>
  );
}

/** The options of an inline combobox. Its height is fixed, so that nothing moves while the user types. */
export function ComboboxOptions({
  label,
  emptyText,
  className,
  multiple = false,
  children,
}: {
  label: string;
  /** Shown and announced if there are no options. */
  emptyText: string;
  /** Whether several options can be selected. */
  multiple?: boolean;
  /** Sets the height. */
  className: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames('mt-2 max-h-[50dvh]', className)}>
      <Autocomplete.List
        aria-label={label}
        {...(multiple && { 'aria-multiselectable': true })}
        className="-mx-2 max-h-full overflow-y-auto overscroll-contain data-empty:hidden"
      >
        {children}
      </Autocomplete.List>
      <Autocomplete.Empty className="py-10 text-center text-muted empty:p-0">
        {emptyText}
      </Autocomplete.Empty>
    </div>
  );
}

/** An option of an inline combobox. */
export function ComboboxOption({
  value,
  selected,
  busy = false,
  onSelect,
  children,
}: {
  /** The same object as in `options`. */
  value: unknown;
  /** Whether it is the current value. If there is no current value, the highlighted option is selected. */
  selected?: boolean;
  busy?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Autocomplete.Item
      value={value}
      aria-busy={busy || undefined}
      onClick={onSelect}
      className={classNames(
        'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-sunken',
        'data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-accent',
        busy && 'animate-[shimmer_1.2s_ease-in-out_infinite]',
      )}
      render={(props, { highlighted }) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus.
        <div {...props} role="option" aria-selected={selected ?? highlighted} />
      )}
    >
      {children}
    </Autocomplete.Item>
  );
}
