import { MonthTabs } from '../features/spending/month-tabs.tsx';
import { SpendingOfMonth } from '../features/spending/spending-month.tsx';
import { useDemoMode } from '../platform/demo-mode.ts';
import { todayHere } from '../platform/formats.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { InDemoMode } from './frame/in-demo-mode.tsx';

/** Spending by category, which demo mode leaves out. */
export function Component() {
  const thisMonth = todayHere().slice(0, 7);
  if (useDemoMode()) return <InDemoMode title="Spending" />;
  return (
    <>
      <PageTitle>Spending</PageTitle>
      <h1 className="mb-3 text-lg font-semibold">Spending</h1>
      <MonthTabs thisMonth={thisMonth}>
        {(month) => <SpendingOfMonth month={month} thisMonth={thisMonth} />}
      </MonthTabs>
    </>
  );
}
