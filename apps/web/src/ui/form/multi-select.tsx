import { Combobox } from '@base-ui/react/combobox';
import { formatMessage } from '@cairn/contract/text/copy';
import { Check, ChevronDown, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { type Searchable, searchLabels } from '../../domain/label-search.ts';
import { classNames } from '../class-names.ts';
import { uiCopy } from '../ui.copy.ts';
import { type GroupedOption, selectionState, toggleOption } from './grouped-selection.ts';
import {
  type OptionSection,
  optionsOf,
  SearchPopup,
  searchOptionClass,
  useSearchPopup,
} from './search-popup.tsx';
import { dropdownClass, type Option } from './select.tsx';

/** An option with an icon and a note. */
export interface MultiOption extends Option, GroupedOption, Searchable {
  readonly icon?: ReactNode;
  /** A second, quieter line. */
  readonly note?: string;
  /** True if it is shown indented below its group. */
  readonly nested?: boolean;
}

/**
 * A dropdown that selects several options, with a search over their labels. A group option stands
 * for all its members. The trigger shows the number of selected values; `Clear` deselects all.
 */
export function MultiSelect({
  label,
  options,
  selected,
  onChange,
  searchLabel,
  emptyText,
  sections = (query) => [{ label: null, options: searchLabels(options, query) }],
  onSelect,
  onVisibleChange,
  triggerRef,
}: {
  label: string;
  options: readonly MultiOption[];
  /** Values of the selected options. */
  selected: readonly string[];
  /** Gets an updater and not the new values, because `selected` may be out of date on quick presses. */
  onChange: (update: (selected: readonly string[]) => string[]) => void;
  searchLabel: string;
  emptyText?: string;
  /** The options to show for a search, best match first; by default all options that match it. */
  sections?: (query: string) => readonly OptionSection<MultiOption>[];
  /** Called with the value of an option that the user selects, in addition to `onChange`. */
  onSelect?: (value: string) => void;
  /** Called when the options appear and when they have disappeared. */
  onVisibleChange?: (isVisible: boolean) => void;
  triggerRef?: RefObject<HTMLButtonElement | null>;
}) {
  const popup = useSearchPopup({ onVisibleChange });
  const shownSections = sections(popup.query);
  const state = selectionState(options, selected);
  const selectedOptions = options.filter((option) => state.selected.has(option.value));
  return (
    <Combobox.Root
      {...popup.root}
      multiple
      items={optionsOf(shownSections)}
      value={selectedOptions}
      onValueChange={(next) => {
        const nextValues = new Set(next.map((option) => option.value));
        const toggled = options.find(
          ({ value }) => nextValues.has(value) !== state.selected.has(value),
        );
        if (!toggled) return;
        if (!state.selected.has(toggled.value)) onSelect?.(toggled.value);
        onChange((before) => toggleOption(options, before, toggled.value));
      }}
      isItemEqualToValue={(one, other) => one.value === other.value}
    >
      <Trigger
        label={label}
        count={selected.length}
        {...popup.trigger}
        {...(triggerRef && { ref: triggerRef })}
      />
      <SearchPopup
        label={label}
        searchLabel={searchLabel}
        emptyText={emptyText}
        inputRef={popup.input}
        onClear={selected.length > 0 ? () => onChange(() => []) : undefined}
        sections={shownSections}
      >
        {(option) => (
          <OptionRow key={option.value} option={option} partial={state.partial.has(option.value)} />
        )}
      </SearchPopup>
    </Combobox.Root>
  );
}

/** The dropdown's label and the number of selected values. */
function Trigger({
  label,
  count,
  ...rest
}: { label: string; count: number } & ComponentProps<typeof Combobox.Trigger>) {
  return (
    <Combobox.Trigger
      {...rest}
      className={dropdownClass(count > 0)}
      aria-label={count > 0 ? formatMessage(uiCopy.select.count, { label, count }) : label}
    >
      <span className="truncate">{label}</span>
      {count > 0 && (
        <span className="figures rounded-full bg-accent px-1.5 text-xs text-on-accent">
          {count}
        </span>
      )}
      <ChevronDown aria-hidden="true" className="size-4" />
    </Combobox.Trigger>
  );
}

function OptionRow({ option, partial }: { option: MultiOption; partial: boolean }) {
  return (
    <Combobox.Item value={option} className={searchOptionClass(option.nested ?? false)}>
      <span
        className={classNames(
          'grid size-4.5 shrink-0 place-items-center rounded border [[data-selected]_&]:border-accent [[data-selected]_&]:bg-accent',
          partial ? 'border-accent bg-accent' : 'border-edge',
        )}
      >
        {partial && (
          <Minus aria-hidden="true" className="size-3.5 text-on-accent" strokeWidth={3} />
        )}
        <Combobox.ItemIndicator>
          <Check aria-hidden="true" className="size-3.5 text-on-accent" strokeWidth={3} />
        </Combobox.ItemIndicator>
      </span>
      {option.icon}
      <span className="min-w-0 grow">
        <span className="block truncate">
          {option.label}
          {partial && <span className="sr-only">{uiCopy.select.partlySelected}</span>}
        </span>
        {option.note && <span className="block truncate text-xs text-muted">{option.note}</span>}
      </span>
    </Combobox.Item>
  );
}
