import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { IconButton } from '../../ui/button.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { showReadOnlyToast, showToast } from '../../ui/overlay/toast.ts';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { useSavePlannedAmount } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { CategoryAmount } from './category-amount.tsx';
import { OverBudget } from './over-budget.tsx';
import { PlanBar } from './plan-bar.tsx';
import { addAmounts } from './planned-amounts.ts';

const copy = budgetCopy.categories;

/** A category of the budget with its spent, planned, and available amounts. A past month is read-only. */
export function CategoryLine({
  category,
  planned,
  spent,
  bills,
  plannedSeparately,
  budgetId,
  period,
}: {
  /** The category's or group's key, in upper case. */
  category: string;
  planned: number;
  spent: number;
  /** The amount spent on bills in this category. `spent` excludes it. */
  bills: number;
  /** The names of categories that `spent` excludes because they have planned amounts of their own, or null. */
  plannedSeparately: string | null;
  budgetId: string;
  /** The days of a past month. Undefined for this month. */
  period: ProvenTotal['period'];
}) {
  const label = categoryLabel(category);
  const key = category.toLowerCase();
  const isPast = period !== undefined;
  const proof = { totalKey: key, ...(period && { period }) };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link
          to={paths.budgetTransactions(key, period)}
          className="flex min-h-11 min-w-0 grow basis-48 items-center gap-3 font-medium hover:underline"
        >
          <CategoryIcon category={category} />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </Link>
        <div className="ml-auto flex items-center gap-1">
          <span className={classNames('figures whitespace-nowrap text-muted', !isPast && 'mr-2')}>
            <Message
              text={isPast ? budgetCopy.amountOfPlanned : copy.spentOf}
              values={{
                spent: <ProvenMoney of="budget_category" amount={spent} {...proof} />,
                amount: <ProvenMoney of="budget_category" amount={spent} {...proof} />,
                planned: <Money amount={planned} />,
              }}
            />
          </span>
          {!isPast && (
            <>
              <CategoryAmount
                key={category}
                label={formatMessage(copy.plannedFor, { category: label })}
                category={category}
                saved={planned}
                budgetId={budgetId}
              />
              <RemoveCategory category={category} planned={planned} budgetId={budgetId} />
            </>
          )}
        </div>
      </div>
      <PlanBar label={label} actual={spent} planned={planned} className="mt-2" />
      <Notes
        planned={planned}
        spent={spent}
        bills={bills}
        plannedSeparately={plannedSeparately}
        proof={proof}
      />
    </>
  );
}

/** The available amount or the amount over budget, and what the spent amount excludes. */
function Notes({
  planned,
  spent,
  bills,
  plannedSeparately,
  proof,
}: {
  planned: number;
  spent: number;
  bills: number;
  plannedSeparately: string | null;
  proof: { totalKey: string; period?: NonNullable<ProvenTotal['period']> };
}) {
  const available = addAmounts(planned, -spent);
  return (
    <p className="figures mt-1.5 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <OverBudget actual={spent} planned={planned} />
      {available >= 0 && (
        <span>
          <Message text={copy.left} values={{ amount: <Money amount={available} /> }} />
        </span>
      )}
      {bills !== 0 && (
        <span>
          <Message
            text={copy.excludesBills}
            values={{
              amount: <ProvenMoney of="budget_category_bills" amount={bills} {...proof} />,
            }}
          />
        </span>
      )}
      {plannedSeparately !== null && (
        <span>{formatMessage(copy.excludesPlanned, { categories: plannedSeparately })}</span>
      )}
    </p>
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
