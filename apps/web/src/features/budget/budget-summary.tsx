import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { ProofLink, ProvenMoney } from '../../ui/proven-money.tsx';
import type { Budget } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { addAmounts, paceText, percentOfMonthElapsed } from './budget-pace.ts';
import { PlanBar } from './plan-bar.tsx';

const copy = budgetCopy.summary;

/** The month compared with its plan: the available amount, the pace, earnings, and bills. */
export function BudgetSummary({ budget: response, today }: { budget: Budget; today: string }) {
  const { budget, month, omitted_count } = response;
  const spent = addAmounts(budget.cats_total, budget.everything_else);
  const available = addAmounts(budget.spending, -spent);
  const elapsed = percentOfMonthElapsed(month, today);
  return (
    <>
      <Card aria-label={copy.label}>
        <h2 className="font-medium text-muted">
          {available < 0 ? copy.overBudget : copy.leftToSpend}
        </h2>
        <p className="mt-1 text-2xl">
          <Money amount={Math.abs(available)} hero />
        </p>
        <p className="figures mt-2 text-muted">
          <Message
            text={copy.spentOfPlanned}
            values={{
              spent: <ProvenMoney of="non_bill_spending" amount={spent} />,
              planned: <Money amount={budget.spending} />,
            }}
          />
        </p>
        <Pace elapsed={elapsed} spent={spent} planned={budget.spending} />
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
          actual={budget.real_earnings}
          planned={budget.earnings}
          moreIsBetter
        />
        <Line
          title={budgetCopy.bills}
          proof="bills"
          actual={budget.real_bills}
          planned={budget.bills}
        >
          <p className="figures mt-2 text-muted">
            <Message
              text={copy.recurringBills}
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

/** Two bars, one above the other: the money spent and the passed part of the month. */
function Pace({
  elapsed,
  spent,
  planned,
}: {
  /** Percent of the month. */
  elapsed: number;
  spent: number;
  planned: number;
}) {
  return (
    <div className="mt-5">
      <PlanBar label={copy.spent} actual={spent} planned={planned} className="h-3" />
      <div className="relative mt-1 h-1.5" aria-hidden="true">
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-edge"
          style={{ width: `${elapsed}%` }}
        />
      </div>
      <p className="figures mt-2">{paceText(elapsed, spent, planned)}</p>
    </div>
  );
}

function Line({
  title,
  proof,
  actual,
  planned,
  moreIsBetter = false,
  children,
}: {
  title: string;
  /** The total whose proof lists the transactions. No filter of the transaction list matches them. */
  proof: 'income' | 'bills';
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
          total={{ of: proof }}
          label={formatMessage(copy.transactionsFor, { title })}
          className="inline-flex! items-center gap-1 text-accent no-underline! hover:underline! touch:py-3"
        >
          {copy.transactions}
          <ChevronRight aria-hidden="true" className="size-4" />
        </ProofLink>
      }
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <ProvenMoney of={proof} amount={actual} className="text-lg font-semibold" />
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
      {children}
    </Card>
  );
}
