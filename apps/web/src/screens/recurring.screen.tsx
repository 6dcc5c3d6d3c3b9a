import { RecurringPanel } from '../features/recurring/recurring-panel.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** What repeats: all of it, what is due this month, and what comes later. */
export function Component() {
  return (
    <>
      <PageTitle>Recurring</PageTitle>
      <h1 className="mb-5 text-lg font-semibold">Recurring</h1>
      <RecurringPanel />
    </>
  );
}
