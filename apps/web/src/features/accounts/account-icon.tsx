import { CreditCard, House, type LucideIcon, PiggyBank, Wallet } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

/** Groups with an icon of their own; the colours are those of what the money is about. */
const looks: Record<string, { icon: LucideIcon; colour: string }> = {
  checking: { icon: Wallet, colour: 'var(--category-12)' },
  'credit card': { icon: CreditCard, colour: 'var(--category-2)' },
  mortgage: { icon: House, colour: 'var(--category-16)' },
};
const other = { icon: PiggyBank, colour: 'var(--category-13)' };

/** The icon of an account by its group. Decoration: the group's name stands above it. */
export function AccountIcon({ group, className }: { group: string; className?: string }) {
  const { icon: Icon, colour } = looks[group] ?? other;
  return (
    <span
      aria-hidden="true"
      data-icon={looks[group] ? group : 'other'}
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
