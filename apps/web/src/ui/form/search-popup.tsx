import { Combobox } from '@base-ui/react/combobox';
import { Search } from 'lucide-react';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../class-names.ts';
import { optionClass, popupClass } from '../overlay/menu.tsx';
import { uiCopy } from '../ui.copy.ts';

/** Options under a heading, or without a heading if `label` is null. */
export interface OptionSection<T> {
  readonly label: string | null;
  readonly options: readonly T[];
}

/** The options of all sections, in the order in which they are shown. */
export const optionsOf = <T,>(sections: readonly OptionSection<T>[]): T[] =>
  sections.flatMap(({ options }) => options);

/**
 * The state of a dropdown with a search. Spread `root` on a `Combobox.Root` and `trigger` on its
 * trigger. Enter chooses the best match, which is highlighted while the user types.
 */
export function useSearchPopup({
  onVisibleChange,
}: {
  /** Called when the popup opens, and when its closing animation has ended. */
  onVisibleChange?: ((isVisible: boolean) => void) | undefined;
} = {}) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const changeOpen = (next: boolean) => {
    if (next) onVisibleChange?.(true);
    setOpen(next);
  };
  /** A character that is typed on the closed dropdown starts a search. */
  const startSearch = (event: KeyboardEvent & { preventBaseUIHandler: () => void }) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
    // The library would choose the first option whose label begins with the character.
    event.preventBaseUIHandler();
    flushSync(() => changeOpen(true));
    // Move the focus before the browser inserts the character into the focused field.
    input.current?.focus();
  };
  return {
    query,
    input,
    root: {
      open,
      onOpenChange: changeOpen,
      ...(onVisibleChange && { onOpenChangeComplete: onVisibleChange }),
      inputValue: query,
      onInputValueChange: setQuery,
      filter: null,
      autoHighlight: true,
    },
    trigger: { onKeyDown: startSearch },
  };
}

/** The popup of a dropdown with a search: the search field, and the options below it. */
export function SearchPopup<T>({
  label,
  searchLabel,
  emptyText = uiCopy.select.noMatches,
  inputRef,
  onClear,
  sections,
  children,
}: {
  label: string;
  /** Placeholder of the search field, such as 'Search categories...'. */
  searchLabel: string;
  emptyText?: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Shows a button that deselects everything. */
  onClear?: (() => void) | undefined;
  sections: readonly OptionSection<T>[];
  /** Renders an option. */
  children: (option: T) => ReactNode;
}) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner align="start" sideOffset={6} className="outline-none">
        <Combobox.Popup
          aria-label={label}
          initialFocus={inputRef}
          className={classNames(
            popupClass,
            'flex max-h-[min(26rem,var(--available-height))] w-76 max-w-(--available-width) flex-col',
          )}
        >
          <div className="flex items-center gap-2 border-b border-line px-3">
            <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <Combobox.Input
              ref={inputRef}
              placeholder={searchLabel}
              aria-label={searchLabel}
              className="h-11 w-full bg-transparent text-base outline-none sm:text-sm"
            />
            {onClear && (
              <button
                type="button"
                className="h-8 rounded-md px-2 text-xs font-medium text-accent hover:bg-sunken touch:h-11"
                onClick={() => {
                  onClear();
                  // The button disappears with the selection.
                  inputRef.current?.focus();
                }}
              >
                {uiCopy.select.clear}
              </button>
            )}
          </div>
          <Combobox.Empty className="px-4 py-6 text-center text-muted empty:hidden">
            {emptyText}
          </Combobox.Empty>
          <Combobox.List className="scroll-py-1.5 overflow-y-auto overscroll-contain p-1.5 empty:p-0">
            <OptionSections sections={sections}>{children}</OptionSections>
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** The options of a combobox under the headings of their sections. */
export function OptionSections<T>({
  sections,
  children,
}: {
  sections: readonly OptionSection<T>[];
  children: (option: T) => ReactNode;
}) {
  return sections.map(({ label, options }) =>
    label === null ? (
      <Fragment key="">{options.map(children)}</Fragment>
    ) : (
      <Combobox.Group
        key={label}
        className="not-first:mt-1 not-first:border-t not-first:border-line"
      >
        <Combobox.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
          {label}
        </Combobox.GroupLabel>
        {options.map(children)}
      </Combobox.Group>
    ),
  );
}

/** The classes of an option in a search popup. */
export const searchOptionClass = (nested: boolean): string =>
  classNames(optionClass, nested && 'pl-8!');
