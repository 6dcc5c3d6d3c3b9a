import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { showReadOnlyToast, showToast } from '../../ui/overlay/toast.ts';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { AddCategory } from './add-category.tsx';
import { type Budget, useSavePlannedAmount } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { addAmounts } from './budget-pace.ts';
import { CategoryAmount } from './category-amount.tsx';
import { PlanBar } from './plan-bar.tsx';

const copy = budgetCopy.categories;

/** The planned amounts of categories, and the spending of each. */
export function BudgetCategories({ budget: response }: { budget: Budget }) {
  const { budget, categories, totals } = response;
  return (
    <Card
      title={copy.title}
      bodyClass="px-5 pb-5 sm:px-6 sm:pb-6"
      action={
        <span className="figures text-muted">
          <Message
            text={budgetCopy.amountOfPlanned}
            values={{
              amount: <ProvenMoney of="budgeted" amount={budget.cats_total} />,
              planned: <Money amount={budget.budgeted_cats_total} />,
            }}
          />
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
              budgetId={budget.id}
            />
          </li>
        ))}
        <li className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-3">
          <span className="font-medium">{copy.everythingElse}</span>
          <ProvenMoney of="everything_else" amount={budget.everything_else} />
        </li>
      </ul>
      <AddCategory used={categories.map(({ category }) => category)} budgetId={budget.id} />
    </Card>
  );
}

function CategoryLine({
  category,
  planned,
  spent,
  budgetId,
}: {
  category: string;
  planned: number;
  spent: number;
  budgetId: string;
}) {
  const label = categoryLabel(category);
  const available = addAmounts(planned, -spent);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link
          to={paths.transactionsOfThisMonth(category.toLowerCase())}
          className="flex min-h-11 min-w-0 grow basis-48 items-center gap-3 font-medium hover:underline"
        >
          <CategoryIcon category={category} />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </Link>
        <div className="ml-auto flex items-center gap-1">
          <span className="figures mr-2 whitespace-nowrap text-muted">
            <Message
              text={copy.spentOf}
              values={{
                spent: (
                  <ProvenMoney
                    of="budget_category"
                    totalKey={category.toLowerCase()}
                    amount={spent}
                  />
                ),
              }}
            />
          </span>
          <CategoryAmount
            key={category}
            label={formatMessage(copy.plannedFor, { category: label })}
            category={category}
            saved={planned}
            budgetId={budgetId}
          />
          <RemoveCategory category={category} planned={planned} budgetId={budgetId} />
        </div>
      </div>
      <PlanBar label={label} actual={spent} planned={planned} className="mt-2" />
      <p className="figures mt-1.5 text-xs text-muted">
        <Message
          text={available < 0 ? copy.over : copy.left}
          values={{ amount: <Money amount={Math.abs(available)} /> }}
        />
      </p>
    </>
  );
}

function RemoveCategory({
  category,
  planned,
  budgetId,
}: {
  category: string;
  planned: number;
  budgetId: string;
}) {
  const savePlanned = useSavePlannedAmount();
  const demo = useDemoMode();
  const label = categoryLabel(category);
  const save = (amount: number, onSuccess?: () => void) =>
    savePlanned.mutate(
      { category, amount, budget_id: budgetId },
      {
        ...(onSuccess && { onSuccess }),
        onError: ({ message }) =>
          showToast({
            title: formatMessage(copy.changeFailed, { category: label }),
            description: message,
            tone: 'danger',
          }),
      },
    );
  const remove = () =>
    save(0, () =>
      showToast({
        title: formatMessage(copy.removed, { category: label }),
        action: { label: copy.undo, onPress: () => save(planned) },
      }),
    );
  return (
    <IconButton
      label={formatMessage(copy.remove, { category: label })}
      onClick={demo ? showReadOnlyToast : remove}
    >
      <X aria-hidden="true" className="size-4" />
    </IconButton>
  );
}
