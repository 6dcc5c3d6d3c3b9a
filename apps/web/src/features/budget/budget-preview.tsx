import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { Message } from '../../ui/message.tsx';
import { Money, TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { type Budget, useBudget } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { addAmounts } from './budget-pace.ts';
import { OverBudget } from './over-budget.tsx';
import { PlanBar } from './plan-bar.tsx';

/** The dashboard's budget card. Without a budget, all its amounts are zero. */
export function BudgetPreview() {
  const query = useBudget();
  const { data, error } = query;
  return (
    <Card
      title={budgetCopy.title}
      bodyClass="min-h-52 p-5 sm:p-6"
      action={
        <Link to={paths.budget} className="py-1 font-medium text-accent hover:underline touch:py-3">
          {data === null ? budgetCopy.preview.create : budgetCopy.preview.open}
        </Link>
      }
    >
      <QueryError
        subject={budgetCopy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass="min-h-40 justify-center"
      />
      {data === undefined && !error && (
        <>
          <LoadingAnnouncement>{budgetCopy.loading}</LoadingAnnouncement>
          <Skeleton className="h-40" />
        </>
      )}
      {data !== undefined && (
        <TotalsCurrency value={data?.currency ?? 'USD'}>
          <Lines budget={data?.budget ?? zeroBudget} exists={data !== null} />
        </TotalsCurrency>
      )}
    </Card>
  );
}

type Amounts = Omit<Budget['budget'], 'id' | 'budgeted_bills_total' | 'budgeted_cats_total'>;

const zeroBudget: Amounts = {
  bills: 0,
  earnings: 0,
  spending: 0,
  real_bills: 0,
  real_earnings: 0,
  cats_total: 0,
  everything_else: 0,
};

/** @param exists Whether there is a budget, so that its amounts have proofs. */
function Lines({ budget, exists }: { budget: Amounts; exists: boolean }) {
  const spent = addAmounts(budget.cats_total, budget.everything_else);
  return (
    <ul className="flex flex-col gap-5">
      <Line
        label={budgetCopy.earnings}
        proof={exists && 'income'}
        actual={budget.real_earnings}
        planned={budget.earnings}
        moreIsBetter
      />
      <Line
        label={budgetCopy.bills}
        proof={exists && 'bills'}
        actual={budget.real_bills}
        planned={budget.bills}
      />
      <Line
        label={budgetCopy.spending}
        proof={exists && 'non_bill_spending'}
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
  /** The total whose proof the amount opens, or false. */
  proof: string | false;
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
              amount:
                proof === false ? (
                  <Money amount={actual} />
                ) : (
                  <ProvenMoney of={proof} amount={actual} />
                ),
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
