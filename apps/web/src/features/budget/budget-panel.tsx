import { formatMessage } from '@cairn/contract/text/copy';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatMonth, localToday } from '../../platform/formats/formats.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { type Budget, useBudgetOfMonth } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { BudgetCategories } from './budget-categories.tsx';
import { BudgetForm } from './budget-form.tsx';
import { BudgetSettingsDialog } from './budget-settings-dialog.tsx';
import { BudgetSummary } from './budget-summary.tsx';
import { MonthBrowser } from './month-browser.tsx';
import { parsePastMonth, provenPeriod, setMonthParam } from './month-choice.ts';
import { emptyDraft, type PlanDraft } from './plan-fields.tsx';

/** The budget of this month or a past one, or the form that creates one. The month is in the URL. */
export function BudgetPanel() {
  const [params, setParams] = useSearchParams();
  const thisMonth = localToday().slice(0, 7);
  const pastMonth = parsePastMonth(params, thisMonth);
  const query = useBudgetOfMonth(pastMonth);
  const { data, error, isPlaceholderData } = query;
  // Prefills the form after the user starts over, so that the amounts are not lost.
  const [draft, setDraft] = useState<PlanDraft>(emptyDraft);
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  return (
    <>
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-lg font-semibold">{budgetCopy.title}</h1>
        {data && pastMonth === null && (
          <Button
            variant="secondary"
            className="sm:order-last"
            onClick={() => setIsSettingsOpen(true)}
          >
            <Settings2 aria-hidden="true" className="size-4" />
            {budgetCopy.settings.title}
          </Button>
        )}
        {data === undefined && !error && (
          <>
            <Skeleton className="h-11 w-41 rounded-control sm:order-last" />
            <Skeleton className="h-11 w-55 rounded-control" />
          </>
        )}
        {data && (
          <MonthBrowser
            month={pastMonth ?? thisMonth}
            thisMonth={thisMonth}
            onChange={(month) =>
              setParams((current) => setMonthParam(current, month, thisMonth), {
                preventScrollReset: true,
              })
            }
          />
        )}
      </div>
      <QueryError
        subject={budgetCopy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass={classNames(cardClass, 'min-h-80 justify-center')}
      />
      {data === undefined && !error && <Loading />}
      {data === null && <BudgetForm initialDraft={draft} />}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={classNames(
            'transition-opacity duration-150',
            isPlaceholderData && 'opacity-55',
          )}
        >
          {/* While another month loads, it isn't known when the shown one was loaded. Assume just now. */}
          <BudgetContent
            budget={data}
            today={localToday(isPlaceholderData ? undefined : new Date(query.dataUpdatedAt))}
          />
        </div>
      )}
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
  const thisMonth = today.slice(0, 7);
  return (
    <TotalsCurrency value={budget.currency}>
      <div className="flex flex-col gap-6">
        {budget.month < thisMonth && (
          <p className="rounded-control bg-sunken px-4 py-3 text-pretty text-muted">
            {formatMessage(budgetCopy.months.pastNote, {
              thisMonth: formatMonth(thisMonth, 'name'),
            })}
          </p>
        )}
        <BudgetSummary budget={budget} today={today} />
        <BudgetCategories budget={budget} period={provenPeriod(budget.month, today)} />
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
