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
import { classNames } from '../../ui/class-names.ts';
import { type AccountLook, lookOf } from './account-looks.ts';
import type { Account } from './accounts.api.ts';

/** The icon of each look; the colours are those of what the money is about. */
const looks: Record<AccountLook, { icon: LucideIcon; colour: string }> = {
  checking: { icon: Wallet, colour: 'var(--category-12)' },
  'credit card': { icon: CreditCard, colour: 'var(--category-2)' },
  mortgage: { icon: House, colour: 'var(--category-16)' },
  student: { icon: GraduationCap, colour: 'var(--category-9)' },
  auto: { icon: Car, colour: 'var(--category-9)' },
  loan: { icon: HandCoins, colour: 'var(--category-9)' },
  investment: { icon: TrendingUp, colour: 'var(--category-15)' },
  other: { icon: PiggyBank, colour: 'var(--category-13)' },
};

/** The icon of an account by what it is. Decoration: its type stands beside it in words. */
export function AccountIcon({
  account,
  className,
}: {
  account: Pick<Account, 'type' | 'subtype'>;
  className?: string;
}) {
  const look = lookOf(account);
  const { icon: Icon, colour } = looks[look];
  return (
    <span
      aria-hidden="true"
      data-icon={look}
      className={classNames('grid size-9 shrink-0 place-items-center rounded-lg', className)}
      style={{
        color: colour,
        backgroundColor: `color-mix(in oklab, ${colour} 14%, transparent)`,
      }}
    >
      <Icon className="size-4.5" strokeWidth={1.9} />
    </span>
  );
}
