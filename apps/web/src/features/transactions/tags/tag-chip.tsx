import type { TagColor } from '@cairn/contract/rules/tag-colors';
import { classNames } from '../../../ui/class-names.ts';
import { brandColors } from '../../../ui/institution-logo.tsx';
import type { Tag } from './tags.api.ts';

/** The class and style of an element that uses a tag's color, from tokens.css (see `brandColors`). */
export const tagColorProps = (color: TagColor) => brandColors(`var(--tag-${color})`);

/** A tag's name on a tint of its color. A long name is cut off. */
export function TagChip({ tag, className }: { tag: Tag; className?: string }) {
  const { className: brandClass, style } = tagColorProps(tag.color);
  return (
    <span
      style={style}
      className={classNames(
        brandClass,
        'inline-block min-w-0 truncate rounded-full bg-(--brand-tint) px-2 text-xs leading-5 font-medium text-(--brand-ink)',
        className,
      )}
    >
      {tag.name}
    </span>
  );
}

/** A dot in a tag's color. Decorative: the name is beside it. */
export function TagDot({ color }: { color: TagColor }) {
  const { className, style } = tagColorProps(color);
  return (
    <span
      aria-hidden="true"
      style={style}
      className={classNames(className, 'size-3 shrink-0 rounded-full bg-(--brand-ink)')}
    />
  );
}
