import { MonthTabs } from '../features/spending/month-tabs.tsx';
import { SpendingOfMonth } from '../features/spending/spending-month.tsx';
import { useDemoMode } from '../platform/demo-mode.ts';
import { todayHere } from '../platform/formats.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { InDemoMode } from './frame/in-demo-mode.tsx';
import { screensCopy } from './screens.copy.ts';

/** Spending by category. Not available in demo mode. */
export function Component() {
  const thisMonth = todayHere().slice(0, 7);
  if (useDemoMode()) return <InDemoMode title={screensCopy.spending.title} />;
  return (
    <>
      <PageTitle>{screensCopy.spending.title}</PageTitle>
      <h1 className="mb-3 text-lg font-semibold">{screensCopy.spending.title}</h1>
      <MonthTabs thisMonth={thisMonth}>
        {(month) => <SpendingOfMonth month={month} thisMonth={thisMonth} />}
      </MonthTabs>
    </>
  );
}
