import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A tab with its panel's content. */
export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tabs with panels. With `value`, the caller controls the selected tab. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  panelClass,
}: {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  /** Additional classes of each panel, such as a common height. */
  panelClass?: string;
  onChange?: (value: string) => void;
}) {
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? null } : { value })}
      onValueChange={(next) => onChange?.(String(next))}
    >
      <Base.List
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-11 px-3 font-medium whitespace-nowrap text-muted transition-colors first:pl-0 hover:text-ink focus-visible:-outline-offset-2 data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) rounded-full bg-accent transition-[left,width] duration-200 ease-out" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          className={classNames('pt-5', panelClass ?? 'outline-offset-4')}
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
