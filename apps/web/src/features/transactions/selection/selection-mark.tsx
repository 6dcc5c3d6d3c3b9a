import { Check } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { SelectionContext } from './selection.ts';

/** In place of a row's logo while rows are being selected: whether the row is. Decorative: the row's checkbox says it. */
export function SelectionMark({
  id,
  size,
  children,
}: {
  id: string;
  size: 'small' | 'medium';
  /** The logo. */
  children: ReactNode;
}) {
  const selection = use(SelectionContext);
  if (selection === null) return children;
  const isSelected = selection.isSelected(id);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-full border-2',
        size === 'small' ? 'size-6' : 'size-9',
        isSelected ? 'border-accent bg-accent text-surface' : 'border-edge bg-surface',
      )}
    >
      {isSelected && <Check className="size-4" strokeWidth={3} />}
    </span>
  );
}
