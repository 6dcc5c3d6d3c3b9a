import { useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { Message } from '../../ui/message.tsx';
import { Money, TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { type Budget, useBudget, useBudgetSuggestion } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { OverBudget } from './over-budget.tsx';
import { PlanBar } from './plan-bar.tsx';
import { addAmounts } from './planned-amounts.ts';
import { SuggestedBudget } from './suggested-budget.tsx';

/** The dashboard's budget card. Without a budget, it suggests one. */
export function BudgetPreview() {
  const query = useBudget();
  const { data, error } = query;
  const link = useRef<HTMLAnchorElement>(null);
  const suggestion = useBudgetSuggestion(data === null);
  const suggests = data === null && (suggestion.isPending || Boolean(suggestion.data?.months));
  return (
    <Card
      title={suggests ? budgetCopy.suggested.title : budgetCopy.title}
      bodyClass="min-h-58 p-5 sm:p-6"
      action={
        // Without a budget and a suggestion, the button below leads there.
        (data !== null || suggests) && (
          <Link
            ref={link}
            to={paths.budget}
            className="py-1 font-medium text-accent hover:underline touch:py-3"
          >
            {suggests ? budgetCopy.preview.customize : budgetCopy.preview.open}
          </Link>
        )
      }
    >
      <QueryError
        subject={budgetCopy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass="min-h-46 justify-center"
      />
      {data === undefined && !error && (
        <>
          <LoadingAnnouncement>{budgetCopy.loading}</LoadingAnnouncement>
          <Skeleton className="h-46" />
        </>
      )}
      {data === null && (
        // The accepted suggestion's button disappears, so the focus needs another target.
        <SuggestedBudget onAccepted={() => link.current?.focus()} />
      )}
      {data && (
        <TotalsCurrency value={data.currency}>
          <Lines budget={data.budget} />
        </TotalsCurrency>
      )}
    </Card>
  );
}

function Lines({ budget }: { budget: Budget['budget'] }) {
  const spent = addAmounts(budget.cats_total, budget.everything_else);
  return (
    <ul className="flex flex-col gap-5">
      <Line
        label={budgetCopy.earnings}
        proof="income"
        actual={budget.real_earnings}
        planned={budget.earnings}
        moreIsBetter
      />
      <Line
        label={budgetCopy.bills}
        proof="bills"
        actual={budget.real_bills}
        planned={budget.bills}
      />
      <Line
        label={budgetCopy.spending}
        proof="non_bill_spending"
        actual={spent}
        planned={budget.spending}
      />
    </ul>
  );
}

function Line({
  label,
  proof,
  actual,
  planned,
  moreIsBetter = false,
}: {
  label: string;
  /** The total whose proof the amount opens. */
  proof: string;
  actual: number;
  planned: number;
  moreIsBetter?: boolean;
}) {
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{label}</span>
        <span className="figures text-muted">
          <Message
            text={budgetCopy.amountOfPlanned}
            values={{
              amount: <ProvenMoney of={proof} amount={actual} />,
              planned: <Money amount={planned} />,
            }}
          />
        </span>
      </p>
      <PlanBar
        label={label}
        actual={actual}
        planned={planned}
        moreIsBetter={moreIsBetter}
        className="mt-2"
      />
      {!moreIsBetter && <OverBudget actual={actual} planned={planned} className="mt-2" />}
    </li>
  );
}
