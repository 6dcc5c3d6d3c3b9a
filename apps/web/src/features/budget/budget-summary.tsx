import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { ProofLink, ProvenMoney } from '../../ui/proven-money.tsx';
import type { Budget } from './budget.api.ts';
import { paceWords, percentOfMonth, sumOf } from './budget-words.ts';
import { PlanBar } from './plan-bar.tsx';

/** How the month goes against the plan: what is left, how fast it goes, earnings and bills. */
export function BudgetSummary({ budget: shown, today }: { budget: Budget; today: string }) {
  const { budget, month, not_counted } = shown;
  const spent = sumOf(budget.cats_total, budget.everything_else);
  const left = sumOf(budget.spending, -spent);
  const gone = percentOfMonth(month, today);
  return (
    <>
      <Card aria-label="Summary">
        <h2 className="font-medium text-muted">
          {left < 0 ? 'Spent beyond the plan' : 'Left to spend'}
        </h2>
        <p className="mt-1 text-2xl">
          <Money amount={Math.abs(left)} hero />
        </p>
        <p className="figures mt-2 text-muted">
          <ProvenMoney of="besides_bills" amount={spent} /> of <Money amount={budget.spending} />{' '}
          spent, bills aside.
        </p>
        <Pace gone={gone} spent={spent} planned={budget.spending} />
        {not_counted > 0 && (
          <p className="mt-2 text-xs text-muted">
            {not_counted === 1
              ? '1 transaction in another currency is not counted.'
              : `${not_counted} transactions in other currencies are not counted.`}
          </p>
        )}
      </Card>
      <div className="grid gap-6 md:grid-cols-2">
        <Line
          title="Earnings"
          of="income"
          real={budget.real_earnings}
          planned={budget.earnings}
          welcome
        />
        <Line title="Bills" of="bills" real={budget.real_bills} planned={budget.bills}>
          <p className="figures mt-2 text-muted">
            <Link to={paths.recurring} className="text-accent underline">
              What repeats
            </Link>{' '}
            is expected to take <Money amount={budget.budgeted_bills_total} /> this month.
          </p>
        </Line>
      </div>
    </>
  );
}

/** Two bars, one above the other: days and money. */
function Pace({ gone, spent, planned }: { gone: number; spent: number; planned: number }) {
  return (
    <div className="mt-5">
      <PlanBar label="Spent" real={spent} planned={planned} className="h-3" />
      <div className="relative mt-1 h-1.5" aria-hidden="true">
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-edge"
          style={{ width: `${gone}%` }}
        />
      </div>
      <p className="figures mt-2">{paceWords(gone, spent, planned)}</p>
    </div>
  );
}

function Line({
  title,
  of,
  real,
  planned,
  welcome = false,
  children,
}: {
  title: string;
  /** The total whose proof what it came to opens: no filter of the list has just its transactions. */
  of: 'income' | 'bills';
  real: number;
  planned: number;
  welcome?: boolean;
  children?: ReactNode;
}) {
  return (
    <Card
      title={title}
      action={
        <ProofLink
          total={{ of }}
          label={`${title}: Transactions`}
          className="inline-flex! items-center gap-1 text-accent no-underline! hover:underline! touch:py-3"
        >
          Transactions
          <ChevronRight aria-hidden="true" className="size-4" />
        </ProofLink>
      }
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <ProvenMoney of={of} amount={real} className="text-lg font-semibold" />
        <span className="figures text-muted">
          of <Money amount={planned} /> planned
        </span>
      </p>
      <PlanBar label={title} real={real} planned={planned} welcome={welcome} className="mt-3" />
      {children}
    </Card>
  );
}
