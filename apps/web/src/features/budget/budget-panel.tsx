import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { formatMonth, localToday } from '../../platform/formats/formats.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { type Budget, useBudget } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { BudgetCategories } from './budget-categories.tsx';
import { BudgetForm } from './budget-form.tsx';
import { BudgetSettingsDialog } from './budget-settings-dialog.tsx';
import { BudgetSummary } from './budget-summary.tsx';
import { emptyDraft, type PlanDraft } from './plan-fields.tsx';

/** This month's budget, or the form that creates one. */
export function BudgetPanel() {
  const query = useBudget();
  const { data, error } = query;
  // Prefills the form after the user starts over, so that the amounts are not lost.
  const [draft, setDraft] = useState<PlanDraft>(emptyDraft);
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  return (
    <>
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-lg font-semibold">
          {budgetCopy.title}{' '}
          {data && (
            <span className="ml-1 font-normal text-muted">{formatMonth(data.month, 'name')}</span>
          )}
        </h1>
        {data && (
          <Button variant="secondary" onClick={() => setIsSettingsOpen(true)}>
            <Settings2 aria-hidden="true" className="size-4" />
            {budgetCopy.settings.title}
          </Button>
        )}
      </div>
      <QueryError
        subject={budgetCopy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass={classNames(cardClass, 'min-h-80 justify-center')}
      />
      {data === undefined && !error && <Loading />}
      {data === null && <BudgetForm start={draft} />}
      {data && <BudgetContent budget={data} today={localToday(new Date(query.dataUpdatedAt))} />}
      {isSettingsOpen && data !== undefined && (
        <BudgetSettingsDialog
          budget={data}
          onStartOver={setDraft}
          onClosed={() => setIsSettingsOpen(false)}
        />
      )}
    </>
  );
}

function BudgetContent({ budget, today }: { budget: Budget; today: string }) {
  return (
    <TotalsCurrency value={budget.currency}>
      <div className="flex flex-col gap-6">
        <BudgetSummary budget={budget} today={today} />
        <BudgetCategories budget={budget} />
      </div>
    </TotalsCurrency>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingAnnouncement>{budgetCopy.loading}</LoadingAnnouncement>
      <Skeleton className="h-42 rounded-card" />
      <div className="grid gap-6 md:grid-cols-2">
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
      <Skeleton className="h-100 rounded-card" />
    </div>
  );
}
