import type { ProvenTotal } from '../../domain/proof-params.ts';
import { Card } from '../../ui/card.tsx';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { AddCategory } from './add-category.tsx';
import type { Budget } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { CategoryLine } from './category-line.tsx';
import { OverBudget } from './over-budget.tsx';
import { separatelyPlanned } from './separately-planned.ts';

const copy = budgetCopy.categories;

/** The planned amounts of categories, and the spending of each. A past month is read-only. */
export function BudgetCategories({
  budget: response,
  period,
}: {
  budget: Budget;
  /** The days of a past month. Undefined for this month. */
  period: ProvenTotal['period'];
}) {
  const { budget, categories, totals, excluded_bills } = response;
  const plannedKeys = categories.map(({ category }) => category);
  return (
    <Card
      title={copy.title}
      bodyClass="px-5 pb-5 sm:px-6 sm:pb-6"
      action={
        <span className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          {/* A single category shows by itself that it is over budget. */}
          {categories.length > 1 && (
            <OverBudget actual={budget.cats_total} planned={budget.budgeted_cats_total} />
          )}
          <span>
            <Message
              text={budgetCopy.amountOfPlanned}
              values={{
                amount: (
                  <ProvenMoney
                    of="budgeted"
                    amount={budget.cats_total}
                    {...(period && { period })}
                  />
                ),
                planned: <Money amount={budget.budgeted_cats_total} />,
              }}
            />
          </span>
        </span>
      }
    >
      {categories.length === 0 && <p className="py-3 text-pretty text-muted">{copy.empty}</p>}
      <ul>
        {categories.map(({ category, amount }) => (
          <li key={category} className="border-b border-line py-3">
            <CategoryLine
              category={category}
              planned={amount}
              spent={totals[category] ?? 0}
              bills={excluded_bills[category] ?? 0}
              plannedSeparately={separatelyPlanned(category, plannedKeys)}
              budgetId={budget.id}
              period={period}
            />
          </li>
        ))}
        <li className="flex min-h-14 items-center justify-between gap-4 border-line py-3 not-last:border-b">
          <span className="font-medium">{copy.everythingElse}</span>
          <ProvenMoney
            of="everything_else"
            amount={budget.everything_else}
            {...(period && { period })}
          />
        </li>
      </ul>
      {period === undefined && <AddCategory used={plannedKeys} budgetId={budget.id} />}
    </Card>
  );
}
