import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { CurrencyOfTotals, Money } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { type Budget, useBudget } from './budget.api.ts';
import { sumOf } from './budget-words.ts';
import { PlanBar } from './plan-bar.tsx';

/** The budget in three lines; zeros where there is none. */
export function BudgetPreview() {
  const query = useBudget();
  const { data, error } = query;
  return (
    <Card
      title="Budget"
      bodyClass="min-h-52 p-5 sm:p-6"
      action={
        <Link to={paths.budget} className="py-1 font-medium text-accent hover:underline touch:py-3">
          {data === null ? 'Create a budget' : 'Open'}
        </Link>
      }
    >
      <QueryError what="Your budget" query={query} stale="mb-5" missing="min-h-40 justify-center" />
      {data === undefined && !error && (
        <>
          <LoadingNote>Loading your budget</LoadingNote>
          <Skeleton className="h-40" />
        </>
      )}
      {data !== undefined && (
        <CurrencyOfTotals value={data?.currency ?? 'USD'}>
          <Lines budget={data?.budget ?? none} made={data !== null} />
        </CurrencyOfTotals>
      )}
    </Card>
  );
}

type Amounts = Omit<Budget['budget'], 'id' | 'budgeted_bills_total' | 'budgeted_cats_total'>;

const none: Amounts = {
  bills: 0,
  earnings: 0,
  spending: 0,
  real_bills: 0,
  real_earnings: 0,
  cats_total: 0,
  everything_else: 0,
};

/** @param made whether there is a budget, and its numbers can be opened. */
function Lines({ budget, made }: { budget: Amounts; made: boolean }) {
  const spent = sumOf(budget.cats_total, budget.everything_else);
  return (
    <ul className="flex flex-col gap-5">
      <Line
        label="Earnings"
        of={made && 'income'}
        real={budget.real_earnings}
        planned={budget.earnings}
        welcome
      />
      <Line label="Bills" of={made && 'bills'} real={budget.real_bills} planned={budget.bills} />
      <Line label="Spending" of={made && 'besides_bills'} real={spent} planned={budget.spending} />
    </ul>
  );
}

function Line({
  label,
  of,
  real,
  planned,
  welcome = false,
}: {
  label: string;
  /** The total that its number opens, or false. */
  of: string | false;
  real: number;
  planned: number;
  welcome?: boolean;
}) {
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{label}</span>
        <span className="figures text-muted">
          {of === false ? <Money amount={real} /> : <ProvenMoney of={of} amount={real} />} of{' '}
          <Money amount={planned} />
        </span>
      </p>
      <PlanBar label={label} real={real} planned={planned} welcome={welcome} className="mt-2" />
    </li>
  );
}
