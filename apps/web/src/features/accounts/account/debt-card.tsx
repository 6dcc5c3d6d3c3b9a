import { formatMessage } from '@cairn/contract/text/copy';
import { formatMoney, formatTimeAgo, localToday } from '../../../platform/formats/formats.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Money } from '../../../ui/money.tsx';
import type { Liability } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { getNextPayment, listDebtFacts, type NextPayment } from './debt-details.ts';

const copy = accountsCopy.debt;

const toneClasses: Record<NextPayment['tone'], string> = {
  plain: 'text-muted',
  attention: 'text-attention',
  danger: 'font-medium text-danger',
};

/** The next payment and the other facts about a card or loan. Renders nothing if the lender reports neither. */
export function DebtCard({ debt, updatedAt }: { debt: Liability; updatedAt: number }) {
  const next = getNextPayment(debt, localToday());
  const facts = listDebtFacts(debt);
  if (next === null && facts.length === 0) return null;
  return (
    <Card
      title={next === null ? copy.lenderDetails : copy.title}
      className="mt-6"
      action={
        <p className="text-xs text-muted">
          {formatMessage(accountsCopy.asOf, {
            age: formatTimeAgo(Date.parse(debt.as_of), updatedAt),
          })}
        </p>
      }
    >
      {next && <NextPaymentSummary next={next} debt={debt} />}
      {facts.length > 0 && (
        <dl
          className={classNames(
            'grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-4 sm:gap-x-8',
            next && 'mt-5 border-t border-line pt-5',
          )}
        >
          {facts.map(({ name, figure, note }) => (
            <div key={name + figure}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="mt-1">
                <span className="figures font-semibold">{figure}</span>
                {note !== null && <span className="block text-xs text-muted">{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function NextPaymentSummary({
  next: { amount, note, tone },
  debt,
}: {
  next: NextPayment;
  debt: Liability;
}) {
  const isCard = debt.kind === 'credit' || debt.kind === 'line_of_credit';
  const { last_statement_balance: statement, is_overdue: isOverdue } = debt;
  return (
    <div className="flex flex-wrap items-end gap-x-10 gap-y-4">
      <div>
        {amount !== null && (
          <>
            <p className="text-xs text-muted">{isCard ? copy.minimumPayment : copy.payment}</p>
            <Money amount={amount} currency={debt.currency} hero className="mt-1 block text-xl" />
          </>
        )}
        <p className={classNames('mt-1', toneClasses[tone])}>{note}</p>
      </div>
      {isCard && !isOverdue && amount !== null && statement !== null && statement > amount && (
        <p className="max-w-[34ch] text-xs text-pretty text-muted">
          {formatMessage(copy.avoidInterest, { amount: formatMoney(statement, debt.currency) })}
        </p>
      )}
    </div>
  );
}
