import { BudgetPanel } from '../features/budget/budget-panel.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** What is planned for this month, and how it goes. */
export function Component() {
  return (
    <>
      <PageTitle>Budget</PageTitle>
      <BudgetPanel />
    </>
  );
}
