import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { formatMonth } from '../../platform/formats.ts';
import { monthAway } from '../../platform/months.ts';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type MonthTab, monthChoiceOf, monthOptions, withMonth } from './month-choice.ts';

const MonthDialog = lazy(() => loadChunk(() => import('./month-dialog.tsx')));

/** The tabs Current Month, Last Month and Custom. Which month is shown stands in the address. */
export function MonthTabs({
  thisMonth,
  children,
}: {
  /** `YYYY-MM`, where the person is. */
  thisMonth: string;
  children: (month: string) => ReactNode;
}) {
  const [params, setParams] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const { tab, month } = monthChoiceOf(params, thisMonth);
  const choose = (next: string) =>
    setParams((was) => withMonth(was, next, thisMonth), { preventScrollReset: true });
  const content = (
    <>
      <div className="mb-5 flex min-h-10 items-center justify-between gap-4">
        <h2 className="text-base font-semibold">{formatMonth(month)}</h2>
        {tab === 'custom' && (
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            Choose month
          </Button>
        )}
      </div>
      {children(month)}
    </>
  );
  const tabs: { value: MonthTab; label: string }[] = [
    { value: 'current', label: 'Current Month' },
    { value: 'last', label: 'Last Month' },
    { value: 'custom', label: 'Custom' },
  ];
  return (
    <>
      <Tabs
        label="Which month"
        value={tab}
        onChange={(next) => {
          if (next === 'custom') setAsking(true);
          else choose(next === 'last' ? monthAway(thisMonth, -1) : thisMonth);
        }}
        // A panel that is going shows nothing any more: it is the same month's everywhere.
        tabs={tabs.map((each) => ({ ...each, content: each.value === tab && content }))}
      />
      <Suspense>
        {asking && (
          <MonthDialog
            month={month}
            options={monthOptions(thisMonth)}
            onChoose={choose}
            onClosed={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
