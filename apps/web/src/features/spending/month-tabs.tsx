import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { addMonths } from '../../domain/months.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { formatMonth } from '../../platform/formats/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type MonthTab, monthOptions, parseMonthChoice, setMonthParam } from './month-choice.ts';
import { spendingCopy } from './spending.copy.ts';

const copy = spendingCopy.monthTabs;

const MonthDialog = lazy(() => loadChunk(() => import('./month-dialog.tsx')));

/** The tabs Current Month, Last Month, and Custom. The selected month is stored in the URL. */
export function MonthTabs({
  thisMonth,
  children,
}: {
  /** `YYYY-MM`, in the user's time zone. */
  thisMonth: string;
  children: (month: string) => ReactNode;
}) {
  const [params, setParams] = useSearchParams();
  const [choosing, setChoosing] = useState(false);
  const { tab, month } = parseMonthChoice(params, thisMonth);
  const choose = (next: string) =>
    setParams((current) => setMonthParam(current, next, thisMonth), { preventScrollReset: true });
  const content = (
    <>
      <div className="mb-5 flex min-h-10 items-center justify-between gap-4">
        <h2 className="text-base font-semibold">{formatMonth(month)}</h2>
        {tab === 'custom' && (
          <Button variant="secondary" size="small" onClick={() => setChoosing(true)}>
            {copy.choose}
          </Button>
        )}
      </div>
      {children(month)}
    </>
  );
  const tabs: { value: MonthTab; label: string }[] = [
    { value: 'current', label: copy.current },
    { value: 'last', label: copy.last },
    { value: 'custom', label: copy.custom },
  ];
  return (
    <>
      <Tabs
        label={copy.label}
        value={tab}
        onChange={(next) => {
          if (next === 'custom') setChoosing(true);
          else choose(next === 'last' ? addMonths(thisMonth, -1) : thisMonth);
        }}
        // Only the selected panel has content, so that a panel that is animating out doesn't show the new month.
        tabs={tabs.map((option) => ({ ...option, content: option.value === tab && content }))}
      />
      <Suspense>
        {choosing && (
          <MonthDialog
            month={month}
            options={monthOptions(thisMonth)}
            onSelect={choose}
            onClosed={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </>
  );
}
