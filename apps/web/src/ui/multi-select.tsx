import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, Minus, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { type GroupedOption, looksOf, press } from './grouped-choice.ts';
import { optionClass, popupClass } from './menu.tsx';
import { dropdownClass, type Option } from './select.tsx';

/** One choice of many, with what stands before its label. */
export interface MultiOption extends Option, GroupedOption {
  readonly icon?: ReactNode;
  /** A second, quieter line. */
  readonly note?: string;
  /** What the search finds it by, besides its label. */
  readonly keywords?: string;
}

/**
 * A dropdown with many choices and a search over their labels. An option with others under it stands
 * for all of them. The trigger says how many values are chosen; `Clear` inside takes all of them back.
 */
export function MultiSelect({
  label,
  options,
  chosen,
  onChange,
  searchLabel,
  emptyText = 'Nothing matches.',
}: {
  label: string;
  options: readonly MultiOption[];
  /** Values of the chosen options. */
  chosen: readonly string[];
  /** Told how what is chosen changes: what is shown may be behind when somebody is quick. */
  onChange: (change: (chosen: readonly string[]) => string[]) => void;
  /** Words of the search box, such as 'Search categories...'. */
  searchLabel: string;
  emptyText?: string;
}) {
  const looks = looksOf(options, chosen);
  const selected = options.filter((option) => looks.chosen.has(option.value));
  return (
    <Combobox.Root
      multiple
      items={options}
      value={selected}
      onValueChange={(next) => {
        const now = new Set(next.map((option) => option.value));
        const pressed = options.find(({ value }) => now.has(value) !== looks.chosen.has(value));
        if (pressed) onChange((before) => press(options, before, pressed.value));
      }}
      filter={(option, text) => isFoundBy(option, text)}
      isItemEqualToValue={(one, other) => one.value === other.value}
    >
      <Trigger label={label} count={chosen.length} />
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
              {...(chosen.length > 0 ? { onClear: () => onChange(() => []) } : {})}
            />
            <Combobox.Empty className="px-4 py-6 text-center text-muted empty:hidden">
              {emptyText}
            </Combobox.Empty>
            <Combobox.List className="scroll-py-1.5 overflow-y-auto overscroll-contain p-1.5 empty:p-0">
              {(option: MultiOption) => (
                <OptionRow
                  key={option.value}
                  option={option}
                  partly={looks.partly.has(option.value)}
                />
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** The dropdown's name, with how many values are chosen. */
function Trigger({ label, count }: { label: string; count: number }) {
  return (
    <Combobox.Trigger
      className={dropdownClass(count > 0)}
      aria-label={count > 0 ? `${label}, ${count} chosen` : label}
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

/** The search over the labels, with `Clear` where something is chosen. */
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
          Clear
        </button>
      )}
    </div>
  );
}

/** Whether a search finds an option, whatever the case. */
const isFoundBy = ({ label, keywords = '' }: MultiOption, text: string): boolean =>
  `${label}\n${keywords}`.toLowerCase().includes(text.trim().toLowerCase());

function OptionRow({ option, partly }: { option: MultiOption; partly: boolean }) {
  return (
    <Combobox.Item value={option} className={classNames(optionClass, option.under && 'pl-8!')}>
      <span
        className={classNames(
          'grid size-4.5 shrink-0 place-items-center rounded border [[data-selected]_&]:border-accent [[data-selected]_&]:bg-accent',
          partly ? 'border-accent bg-accent' : 'border-edge',
        )}
      >
        {partly && <Minus aria-hidden="true" className="size-3.5 text-on-accent" strokeWidth={3} />}
        <Combobox.ItemIndicator>
          <Check aria-hidden="true" className="size-3.5 text-on-accent" strokeWidth={3} />
        </Combobox.ItemIndicator>
      </span>
      {option.icon}
      <span className="min-w-0 grow">
        <span className="block truncate">
          {option.label}
          {partly && <span className="sr-only">, partly chosen</span>}
        </span>
        {option.note && <span className="block truncate text-xs text-muted">{option.note}</span>}
      </span>
    </Combobox.Item>
  );
}
