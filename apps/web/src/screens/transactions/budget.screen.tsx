import { BudgetPanel } from '../../features/budget/budget-panel.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** This month's budget. */
export function Component() {
  return (
    <>
      <PageTitle>{screensCopy.budget}</PageTitle>
      <BudgetPanel />
    </>
  );
}
