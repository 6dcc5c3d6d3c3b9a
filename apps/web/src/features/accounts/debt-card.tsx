import { formatAge, formatMoney, todayHere } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import type { Liability } from './accounts.api.ts';
import { debtFacts, type NextPayment, nextPaymentOf } from './debt-words.ts';

const tones: Record<NextPayment['tone'], string> = {
  plain: 'text-muted',
  attention: 'text-attention',
  trouble: 'font-medium text-trouble',
};

/** What a card or a loan owes next, and what else its lender says; nothing where it says nothing. */
export function DebtCard({ debt, updatedAt }: { debt: Liability; updatedAt: number }) {
  const next = nextPaymentOf(debt, todayHere());
  const facts = debtFacts(debt);
  if (next === null && facts.length === 0) return null;
  return (
    <Card
      title={next === null ? 'From the lender' : 'Next payment'}
      className="mt-6"
      action={
        <p className="text-xs text-muted">As of {formatAge(Date.parse(debt.as_of), updatedAt)}</p>
      }
    >
      {next && <Next next={next} debt={debt} />}
      {facts.length > 0 && (
        <dl
          className={classNames(
            'grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3 lg:grid-cols-4',
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

function Next({ next: { amount, note, tone }, debt }: { next: NextPayment; debt: Liability }) {
  const isCard = debt.kind === 'credit' || debt.kind === 'line_of_credit';
  const { last_statement_balance: statement, is_overdue: isOverdue } = debt;
  return (
    <div className="flex flex-wrap items-end gap-x-10 gap-y-4">
      <div>
        {amount !== null && (
          <>
            <p className="text-xs text-muted">{isCard ? 'Minimum payment' : 'Payment'}</p>
            <Money amount={amount} currency={debt.currency} hero className="mt-1 block text-xl" />
          </>
        )}
        <p className={classNames('mt-1', tones[tone])}>{note}</p>
      </div>
      {isCard && !isOverdue && amount !== null && statement !== null && statement > amount && (
        <p className="max-w-[34ch] text-xs text-pretty text-muted">
          To pay no interest, pay the statement’s {formatMoney(statement, debt.currency)}.
        </p>
      )}
    </div>
  );
}
