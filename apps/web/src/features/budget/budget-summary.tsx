import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { ProofLink, ProvenMoney } from '../../ui/proven-money.tsx';
import type { Budget } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { provenPeriod } from './month-choice.ts';
import { MonthProgress } from './month-progress.tsx';
import { OverBudget } from './over-budget.tsx';
import { PlanBar } from './plan-bar.tsx';
import { addAmounts } from './planned-amounts.ts';

const copy = budgetCopy.summary;

/** The month compared with its plan: the available amount, the pace, earnings, and bills. */
export function BudgetSummary({ budget: response, today }: { budget: Budget; today: string }) {
  const { budget, month, omitted_count } = response;
  const spent = addAmounts(budget.cats_total, budget.everything_else);
  const available = addAmounts(budget.spending, -spent);
  const period = provenPeriod(month, today);
  return (
    <>
      <Card aria-label={copy.label}>
        <Available amount={available} isPast={period !== undefined} />
        <p className="figures mt-2 text-muted">
          <Message
            text={copy.spentOfPlanned}
            values={{
              spent: (
                <ProvenMoney of="non_bill_spending" amount={spent} {...(period && { period })} />
              ),
              planned: <Money amount={budget.spending} />,
            }}
          />
        </p>
        <MonthProgress month={month} today={today} spent={spent} planned={budget.spending} />
        {omitted_count > 0 && (
          <p className="mt-2 text-xs text-muted">
            {formatPlural(omitted_count, copy.excludesOtherCurrencies)}
          </p>
        )}
      </Card>
      <div className="grid gap-6 md:grid-cols-2">
        <Line
          title={budgetCopy.earnings}
          proof="income"
          period={period}
          actual={budget.real_earnings}
          planned={budget.earnings}
          moreIsBetter
        />
        <Line
          title={budgetCopy.bills}
          proof="bills"
          period={period}
          actual={budget.real_bills}
          planned={budget.bills}
        >
          <p className="figures mt-2 text-muted">
            <Message
              text={period ? copy.paidBills : copy.recurringBills}
              values={{
                recurringPayments: (
                  <Link to={paths.recurring} className="text-accent underline">
                    {copy.recurringPayments}
                  </Link>
                ),
                amount: <Money amount={budget.budgeted_bills_total} />,
              }}
            />
          </p>
        </Line>
      </div>
    </>
  );
}

/** The available part of the planned spending, or in amber the amount over budget. */
function Available({ amount, isPast }: { amount: number; isPast: boolean }) {
  if (amount >= 0)
    return (
      <>
        <h2 className="font-medium text-muted">{isPast ? copy.leftOver : copy.leftToSpend}</h2>
        <p className="mt-1 text-2xl">
          <Money amount={amount} hero />
        </p>
      </>
    );
  return (
    <div className="text-attention">
      <h2 className="flex items-center gap-1.5 font-medium">
        <TriangleAlert aria-hidden="true" className="size-4" strokeWidth={2.25} />
        {copy.overBudget}
      </h2>
      <p className="mt-1 text-2xl *:*:text-attention">
        <Money amount={-amount} hero />
      </p>
    </div>
  );
}

/** How far an amount is from its plan. Only bills can be over budget. */
function Difference({
  actual,
  planned,
  moreIsBetter,
}: {
  actual: number;
  planned: number;
  moreIsBetter: boolean;
}) {
  const left = addAmounts(planned, -actual);
  if (left < 0 && !moreIsBetter)
    return <OverBudget actual={actual} planned={planned} className="mt-3" />;
  const billsText = budgetCopy.categories.left;
  const earningsText = left < 0 ? copy.abovePlan : copy.belowPlan;
  return (
    <p className="figures mt-3 text-muted">
      <Message
        text={moreIsBetter ? earningsText : billsText}
        values={{ amount: <Money amount={Math.abs(left)} /> }}
      />
    </p>
  );
}

function Line({
  title,
  proof,
  period,
  actual,
  planned,
  moreIsBetter = false,
  children,
}: {
  title: string;
  /** The total whose proof lists the transactions. No filter of the transaction list matches them. */
  proof: 'income' | 'bills';
  /** The days of a past month. */
  period: ProvenTotal['period'];
  actual: number;
  planned: number;
  moreIsBetter?: boolean;
  children?: ReactNode;
}) {
  return (
    <Card
      title={title}
      action={
        <ProofLink
          total={{ of: proof, ...(period && { period }) }}
          label={formatMessage(copy.transactionsFor, { title })}
          className="inline-flex! items-center gap-1 text-accent no-underline! hover:underline! touch:py-3"
        >
          {copy.transactions}
          <ChevronRight aria-hidden="true" className="size-4" />
        </ProofLink>
      }
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <ProvenMoney
          of={proof}
          amount={actual}
          {...(period && { period })}
          className="text-lg font-semibold"
        />
        <span className="figures text-muted">
          <Message text={copy.ofPlanned} values={{ amount: <Money amount={planned} /> }} />
        </span>
      </p>
      <PlanBar
        label={title}
        actual={actual}
        planned={planned}
        moreIsBetter={moreIsBetter}
        className="mt-3"
      />
      <Difference actual={actual} planned={planned} moreIsBetter={moreIsBetter} />
      {children}
    </Card>
  );
}
