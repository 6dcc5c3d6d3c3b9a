import { RecurringPanel } from '../../features/recurring/recurring-panel.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** Recurring streams: all of them, those due this month, and later ones. */
export function Component() {
  return (
    <>
      <PageTitle>{screensCopy.recurring.title}</PageTitle>
      <h1 className="mb-5 text-lg font-semibold">{screensCopy.recurring.title}</h1>
      <RecurringPanel />
    </>
  );
}
