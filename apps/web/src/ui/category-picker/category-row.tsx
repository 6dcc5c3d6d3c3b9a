import { Check } from 'lucide-react';
import { CategoryIcon } from '../category-icon.tsx';
import { classNames } from '../class-names.ts';
import type { ListedCategory } from './category-sections.ts';

/** A choice of a category picker: its icon, its label, its group, and a mark if it is the current choice. */
export function CategoryRow({
  listed: { choice, note },
  selected,
}: {
  listed: ListedCategory;
  selected: boolean;
}) {
  return (
    <>
      <CategoryIcon category={choice.key} size="small" />
      <span className="min-w-0 grow">
        <span className={classNames('block truncate', selected && 'font-semibold')}>
          {choice.label}
        </span>
        {note !== null && <span className="block truncate text-xs text-muted">{note}</span>}
      </span>
      {selected && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
    </>
  );
}
