import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { optionClass, popupClass } from '../overlay/menu.tsx';

/** An option of a dropdown. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The classes of a dropdown's trigger. `active` marks a filter that is applied. */
export function dropdownClass(active: boolean): string {
  return classNames(
    'inline-flex h-10 min-w-0 items-center justify-between gap-2 rounded-control border px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 touch:h-11',
    active
      ? 'border-accent bg-accent-soft text-accent-strong'
      : 'border-edge bg-surface text-ink hover:bg-sunken data-popup-open:bg-sunken',
  );
}

/** A dropdown that selects one option. `label` names it, and is shown if nothing is selected. */
export function Select({
  label,
  options,
  value,
  onChange,
  active = false,
  className,
}: {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  active?: boolean;
  className?: string;
}) {
  return (
    <Base.Root
      modal={false}
      items={options}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger aria-label={label} className={classNames(dropdownClass(active), className)}>
        <span className="truncate">
          {options.find((option) => option.value === value)?.label ?? label}
        </span>
        <Base.Icon>
          <ChevronDown aria-hidden="true" className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="outline-none">
          <Base.Popup
            className={classNames(popupClass, 'min-w-(--anchor-width) overflow-y-auto p-1.5')}
          >
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className={optionClass}>
                <Base.ItemText className="grow">{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check aria-hidden="true" className="size-4 text-accent" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
