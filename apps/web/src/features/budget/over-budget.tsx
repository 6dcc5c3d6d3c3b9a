import { formatMessage } from '@cairn/contract/text/copy';
import { TriangleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { useFormatTotal } from '../../ui/money.tsx';
import { budgetCopy } from './budget.copy.ts';
import { amountOver } from './planned-amounts.ts';

/** Shows by how much an amount exceeds its plan. Renders nothing if it doesn't. */
export function OverBudget({
  actual,
  planned,
  className,
}: {
  actual: number;
  planned: number;
  className?: string;
}) {
  const format = useFormatTotal();
  const over = amountOver(actual, planned);
  if (over === 0) return null;
  return (
    <Badge tone="attention" {...(className === undefined ? {} : { className })}>
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.25} />
      <span className="figures">
        {formatMessage(budgetCopy.overBudgetBy, { amount: format(over) })}
      </span>
    </Badge>
  );
}
