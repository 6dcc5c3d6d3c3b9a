import { InvestmentsCard } from '../features/accounts/investments-card.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The investment accounts. */
export function Component() {
  return (
    <>
      <PageTitle>Investments</PageTitle>
      <h1 className="mb-5 flex min-h-11 items-center text-lg font-semibold">Investments</h1>
      <InvestmentsCard />
    </>
  );
}
