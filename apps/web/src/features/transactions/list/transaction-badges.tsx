import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Money } from '../../../ui/money.tsx';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';

/** The amount of a row: money in is green, and excluded or pending spending is muted. */
export function TransactionAmount({ transaction }: { transaction: Transaction }) {
  const { amount, currency, pending, excluded } = transaction;
  return (
    <Money
      amount={amount}
      currency={currency}
      flow
      className={classNames(
        pending ? 'font-semibold' : 'font-medium',
        (pending || excluded !== null) && amount >= 0 && 'text-muted',
      )}
    />
  );
}

/** The Pending and Excluded badges of a row. */
export function TransactionBadges({
  transaction: { pending, excluded },
  className,
}: {
  transaction: Transaction;
  className?: string;
}) {
  if (!pending && excluded === null) return null;
  return (
    <span className={classNames('flex flex-wrap gap-1', className)}>
      {pending && <Badge className="px-2! py-0!">{transactionsCopy.pending}</Badge>}
      {excluded !== null && <Badge className="px-2! py-0!">{transactionsCopy.excluded}</Badge>}
    </span>
  );
}
