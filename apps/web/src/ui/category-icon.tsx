import { categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import {
  ArrowDownLeft,
  ArrowUpRight,
  BanknoteArrowDown,
  Briefcase,
  Building2,
  Car,
  CircleQuestionMark,
  Clapperboard,
  Hammer,
  HandCoins,
  House,
  Landmark,
  type LucideIcon,
  Plane,
  Receipt,
  ShoppingBag,
  Sparkles,
  Stethoscope,
  Utensils,
} from 'lucide-react';
import { classNames } from './class-names.ts';

interface CategoryStyle {
  readonly icon: LucideIcon;
  readonly color: string;
}

/** Each group's icon and color. Both directions of a transfer have the same color. */
const groupStyles: Record<string, CategoryStyle> = {
  income: { icon: BanknoteArrowDown, color: 'var(--category-1)' },
  loan_disbursements: { icon: HandCoins, color: 'var(--category-14)' },
  transfer_in: { icon: ArrowDownLeft, color: 'var(--category-3)' },
  transfer_out: { icon: ArrowUpRight, color: 'var(--category-3)' },
  loan_payments: { icon: Landmark, color: 'var(--category-4)' },
  bank_fees: { icon: Receipt, color: 'var(--category-5)' },
  entertainment: { icon: Clapperboard, color: 'var(--category-6)' },
  food_and_drink: { icon: Utensils, color: 'var(--category-7)' },
  general_merchandise: { icon: ShoppingBag, color: 'var(--category-8)' },
  home_improvement: { icon: Hammer, color: 'var(--category-9)' },
  medical: { icon: Stethoscope, color: 'var(--category-10)' },
  personal_care: { icon: Sparkles, color: 'var(--category-11)' },
  general_services: { icon: Briefcase, color: 'var(--category-12)' },
  government_and_non_profit: { icon: Building2, color: 'var(--category-13)' },
  transportation: { icon: Car, color: 'var(--category-2)' },
  travel: { icon: Plane, color: 'var(--category-15)' },
  rent_and_utilities: { icon: House, color: 'var(--category-16)' },
};

const fallbackStyle: CategoryStyle = { icon: CircleQuestionMark, color: 'var(--muted)' };

/** The icon and color of a category or group key. */
export const categoryStyle = (category: string): CategoryStyle =>
  groupStyles[categoryGroupKey(category)] ?? fallbackStyle;

/** The CSS colors of a category's icon: its own color on a light tint of it. */
export function categoryTintStyle(category: string): { color: string; backgroundColor: string } {
  const { color } = categoryStyle(category);
  return { color, backgroundColor: `color-mix(in oklab, ${color} 14%, transparent)` };
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
  const { icon: Icon } = categoryStyle(category);
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-grid shrink-0 place-items-center', sizes[size].box, className)}
      style={categoryTintStyle(category)}
    >
      <Icon className={sizes[size].icon} strokeWidth={1.9} />
    </span>
  );
}

const sizes = {
  small: { box: 'size-6 rounded-md', icon: 'size-3.5' },
  medium: { box: 'size-9 rounded-lg', icon: 'size-4.5' },
  large: { box: 'size-12 rounded-xl', icon: 'size-6' },
};
