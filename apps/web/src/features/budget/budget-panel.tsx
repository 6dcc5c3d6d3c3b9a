import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { formatMonth, todayHere } from '../../platform/formats.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CurrencyOfTotals } from '../../ui/money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { type Budget, useBudget } from './budget.api.ts';
import { BudgetCategories } from './budget-categories.tsx';
import { BudgetForm } from './budget-form.tsx';
import { BudgetSettingsDialog } from './budget-settings-dialog.tsx';
import { BudgetSummary } from './budget-summary.tsx';
import { emptyDraft, type PlanDraft } from './plan-fields.tsx';

/** The budget of this month, or the form that makes one. */
export function BudgetPanel() {
  const query = useBudget();
  const { data, error } = query;
  // What somebody who starts over begins with: nothing they typed is lost.
  const [draft, setDraft] = useState<PlanDraft>(emptyDraft);
  const [changing, setChanging] = useState(false);
  return (
    <>
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-lg font-semibold">
          Budget
          {data && (
            <span className="ml-2 font-normal text-muted">{formatMonth(data.month, 'name')}</span>
          )}
        </h1>
        {data && (
          <Button variant="secondary" onClick={() => setChanging(true)}>
            <Settings2 aria-hidden="true" className="size-4" />
            Budget settings
          </Button>
        )}
      </div>
      <QueryError
        what="Your budget"
        query={query}
        stale="mb-5"
        missing={classNames(cardClass, 'min-h-80 justify-center')}
      />
      {data === undefined && !error && <Loading />}
      {data === null && <BudgetForm start={draft} />}
      {data && <Shown budget={data} today={todayHere(new Date(query.dataUpdatedAt))} />}
      {changing && data !== undefined && (
        <BudgetSettingsDialog
          budget={data}
          onStartOver={setDraft}
          onClosed={() => setChanging(false)}
        />
      )}
    </>
  );
}

function Shown({ budget, today }: { budget: Budget; today: string }) {
  return (
    <CurrencyOfTotals value={budget.currency}>
      <div className="flex flex-col gap-6">
        <BudgetSummary budget={budget} today={today} />
        <BudgetCategories budget={budget} />
      </div>
    </CurrencyOfTotals>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingNote>Loading your budget</LoadingNote>
      <Skeleton className="h-42 rounded-card" />
      <div className="grid gap-6 md:grid-cols-2">
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
      <Skeleton className="h-100 rounded-card" />
    </div>
  );
}
