import { categoryIcon } from '@cairn/contract/rules/category-icons';
import { categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import type { SVGProps } from 'react';
import spriteUrl from './category-icons.svg';
import { classNames } from './class-names.ts';

/** The color of each group. Both directions of a transfer have the same color. */
const groupColors: Readonly<Record<string, string>> = {
  income: 'var(--category-1)',
  loan_disbursements: 'var(--category-14)',
  transfer_in: 'var(--category-3)',
  transfer_out: 'var(--category-3)',
  loan_payments: 'var(--category-4)',
  bank_fees: 'var(--category-5)',
  entertainment: 'var(--category-6)',
  food_and_drink: 'var(--category-7)',
  general_merchandise: 'var(--category-8)',
  home_improvement: 'var(--category-9)',
  medical: 'var(--category-10)',
  personal_care: 'var(--category-11)',
  general_services: 'var(--category-12)',
  government_and_non_profit: 'var(--category-13)',
  transportation: 'var(--category-2)',
  travel: 'var(--category-15)',
  rent_and_utilities: 'var(--category-16)',
};

/** The CSS color of a category or group key, which is the color of its group. */
export const categoryStyle = (category: string): { color: string } => ({
  color: groupColors[categoryGroupKey(category)] ?? 'var(--muted)',
});

/** The CSS colors of a category's icon: its own color on a light tint of it. */
export function categoryTintStyle(category: string): { color: string; backgroundColor: string } {
  const { color } = categoryStyle(category);
  return { color, backgroundColor: `color-mix(in oklab, ${color} 14%, transparent)` };
}

/**
 * The bare icon of a category or group key, in the current color. All icons are in one sprite, which the
 * browser loads once, so that the icons add nothing to the scripts.
 */
export function CategoryGlyph({
  category,
  ...rest
}: SVGProps<SVGSVGElement> & { category: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      <use href={`${spriteUrl}#${categoryIcon(category)}`} />
    </svg>
  );
}

/** The icon of a category or group key in its color. Decorative: a label must accompany it. */
export function CategoryIcon({
  category,
  size = 'medium',
  className,
}: {
  category: string;
  size?: 'small' | 'medium' | 'large';
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-grid shrink-0 place-items-center', sizes[size].box, className)}
      style={categoryTintStyle(category)}
    >
      <CategoryGlyph category={category} className={sizes[size].icon} />
    </span>
  );
}

const sizes = {
  small: { box: 'size-6 rounded-md', icon: 'size-3.5' },
  medium: { box: 'size-9 rounded-lg', icon: 'size-4.5' },
  large: { box: 'size-12 rounded-xl', icon: 'size-6' },
};
