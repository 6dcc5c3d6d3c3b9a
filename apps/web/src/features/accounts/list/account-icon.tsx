import {
  Car,
  CreditCard,
  GraduationCap,
  HandCoins,
  House,
  type LucideIcon,
  PiggyBank,
  TrendingUp,
  Wallet,
} from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import type { Account } from '../accounts.api.ts';
import { type AccountIconKind, accountIconKind } from './account-icon-kind.ts';

/** Hues come from the category palette. Student, auto, and other loans have the same hue. */
const icons: Record<AccountIconKind, { icon: LucideIcon; color: string }> = {
  checking: { icon: Wallet, color: 'var(--category-12)' },
  'credit card': { icon: CreditCard, color: 'var(--category-2)' },
  mortgage: { icon: House, color: 'var(--category-16)' },
  student: { icon: GraduationCap, color: 'var(--category-9)' },
  auto: { icon: Car, color: 'var(--category-9)' },
  loan: { icon: HandCoins, color: 'var(--category-9)' },
  investment: { icon: TrendingUp, color: 'var(--category-15)' },
  other: { icon: PiggyBank, color: 'var(--category-13)' },
};

/** The icon for an account's type. Decorative: the type is also shown as text. */
export function AccountIcon({
  account,
  className,
}: {
  account: Pick<Account, 'type' | 'subtype'>;
  className?: string;
}) {
  const kind = accountIconKind(account);
  const { icon: Icon, color } = icons[kind];
  return (
    <span
      aria-hidden="true"
      data-icon={kind}
      className={classNames('grid size-9 shrink-0 place-items-center rounded-lg', className)}
      style={{
        color,
        backgroundColor: `color-mix(in oklab, ${color} 14%, transparent)`,
      }}
    >
      <Icon className="size-4.5" strokeWidth={1.9} />
    </span>
  );
}
