import { groupOfCategory } from '@cairn/contract/taxonomy';
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

/** Each group's icon and colour. The two directions of a transfer share one colour. */
const looks: Record<string, { icon: LucideIcon; colour: string }> = {
  income: { icon: BanknoteArrowDown, colour: 'var(--category-1)' },
  loan_disbursements: { icon: HandCoins, colour: 'var(--category-14)' },
  transfer_in: { icon: ArrowDownLeft, colour: 'var(--category-3)' },
  transfer_out: { icon: ArrowUpRight, colour: 'var(--category-3)' },
  loan_payments: { icon: Landmark, colour: 'var(--category-4)' },
  bank_fees: { icon: Receipt, colour: 'var(--category-5)' },
  entertainment: { icon: Clapperboard, colour: 'var(--category-6)' },
  food_and_drink: { icon: Utensils, colour: 'var(--category-7)' },
  general_merchandise: { icon: ShoppingBag, colour: 'var(--category-8)' },
  home_improvement: { icon: Hammer, colour: 'var(--category-9)' },
  medical: { icon: Stethoscope, colour: 'var(--category-10)' },
  personal_care: { icon: Sparkles, colour: 'var(--category-11)' },
  general_services: { icon: Briefcase, colour: 'var(--category-12)' },
  government_and_non_profit: { icon: Building2, colour: 'var(--category-13)' },
  transportation: { icon: Car, colour: 'var(--category-2)' },
  travel: { icon: Plane, colour: 'var(--category-15)' },
  rent_and_utilities: { icon: House, colour: 'var(--category-16)' },
};

const fallback = { icon: CircleQuestionMark, colour: 'var(--muted)' };

/** The icon and the colour of a category or group key, for charts. */
export const lookOfCategory = (category: string): { icon: LucideIcon; colour: string } =>
  looks[groupOfCategory(category)] ?? fallback;

/** The colours of what stands for a category: its own, on a little of it. */
export function categoryTint(category: string): { color: string; backgroundColor: string } {
  const { colour } = lookOfCategory(category);
  return {
    color: colour,
    backgroundColor: `color-mix(in oklab, ${colour} 14%, transparent)`,
  };
}

/** The icon of a category or group key in its colour. Decoration: the label stands beside it. */
export function CategoryIcon({
  category,
  size = 'medium',
  className,
}: {
  category: string;
  size?: 'small' | 'medium' | 'large';
  className?: string;
}) {
  const { icon: Icon } = lookOfCategory(category);
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-grid shrink-0 place-items-center', sizes[size].box, className)}
      style={categoryTint(category)}
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
