import { Combobox } from '@base-ui/react/combobox';
import { formatMessage } from '@cairn/contract/text/copy';
import { Check, ChevronDown, Minus, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { optionClass, popupClass } from '../overlay/menu.tsx';
import { uiCopy } from '../ui.copy.ts';
import { type GroupedOption, selectionState, toggleOption } from './grouped-selection.ts';
import { dropdownClass, type Option } from './select.tsx';

/** An option with an icon, a note, and keywords. */
export interface MultiOption extends Option, GroupedOption {
  readonly icon?: ReactNode;
  /** A second, quieter line. */
  readonly note?: string;
  /** Additional text that the search matches. */
  readonly keywords?: string;
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
  emptyText = uiCopy.select.noMatches,
}: {
  label: string;
  options: readonly MultiOption[];
  /** Values of the selected options. */
  selected: readonly string[];
  /** Gets an updater and not the new values, because `selected` may be out of date on quick presses. */
  onChange: (update: (selected: readonly string[]) => string[]) => void;
  /** Placeholder of the search box, such as 'Search categories...'. */
  searchLabel: string;
  emptyText?: string;
}) {
  const state = selectionState(options, selected);
  const selectedOptions = options.filter((option) => state.selected.has(option.value));
  return (
    <Combobox.Root
      multiple
      items={options}
      value={selectedOptions}
      onValueChange={(next) => {
        const nextValues = new Set(next.map((option) => option.value));
        const toggled = options.find(
          ({ value }) => nextValues.has(value) !== state.selected.has(value),
        );
        if (toggled) onChange((before) => toggleOption(options, before, toggled.value));
      }}
      filter={matchesSearch}
      isItemEqualToValue={(one, other) => one.value === other.value}
    >
      <Trigger label={label} count={selected.length} />
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={6} className="outline-none">
          <Combobox.Popup
            aria-label={label}
            className={classNames(
              popupClass,
              'flex max-h-[min(26rem,var(--available-height))] w-76 max-w-(--available-width) flex-col',
            )}
          >
            <SearchRow
              label={searchLabel}
              {...(selected.length > 0 ? { onClear: () => onChange(() => []) } : {})}
            />
            <Combobox.Empty className="px-4 py-6 text-center text-muted empty:hidden">
              {emptyText}
            </Combobox.Empty>
            <Combobox.List className="scroll-py-1.5 overflow-y-auto overscroll-contain p-1.5 empty:p-0">
              {(option: MultiOption) => (
                <OptionRow
                  key={option.value}
                  option={option}
                  partial={state.partial.has(option.value)}
                />
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** The dropdown's label and the number of selected values. */
function Trigger({ label, count }: { label: string; count: number }) {
  return (
    <Combobox.Trigger
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

/** The search box, and `Clear` if anything is selected. */
function SearchRow({ label, onClear }: { label: string; onClear?: () => void }) {
  return (
    <div className="flex items-center gap-2 border-b border-line px-3">
      <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <Combobox.Input
        placeholder={label}
        aria-label={label}
        className="h-11 w-full bg-transparent text-base outline-none sm:text-sm"
      />
      {onClear && (
        <button
          type="button"
          className="rounded-md px-2 py-1 text-xs font-medium text-accent hover:bg-sunken"
          onClick={onClear}
        >
          {uiCopy.select.clear}
        </button>
      )}
    </div>
  );
}

/** True if an option's label or keywords contain the text, ignoring case. */
const matchesSearch = ({ label, keywords = '' }: MultiOption, text: string): boolean =>
  `${label}\n${keywords}`.toLowerCase().includes(text.trim().toLowerCase());

function OptionRow({ option, partial }: { option: MultiOption; partial: boolean }) {
  return (
    <Combobox.Item value={option} className={classNames(optionClass, option.group && 'pl-8!')}>
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
