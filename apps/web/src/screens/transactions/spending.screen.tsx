import { MonthTabs } from '../../features/spending/month-tabs.tsx';
import { MonthlySpending } from '../../features/spending/monthly-spending.tsx';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { localToday } from '../../platform/formats/formats.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { DemoPlaceholder } from '../frame/pages/demo-placeholder.tsx';
import { screensCopy } from '../screens.copy.ts';

/** Spending by category. Not available in demo mode. */
export function Component() {
  const thisMonth = localToday().slice(0, 7);
  if (useDemoMode()) return <DemoPlaceholder title={screensCopy.spending.title} />;
  return (
    <>
      <PageTitle>{screensCopy.spending.title}</PageTitle>
      <h1 className="mb-3 text-lg font-semibold">{screensCopy.spending.title}</h1>
      <MonthTabs thisMonth={thisMonth}>
        {(month) => <MonthlySpending month={month} thisMonth={thisMonth} />}
      </MonthTabs>
    </>
  );
}
