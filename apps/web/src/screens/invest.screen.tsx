import { useSearchParams } from 'react-router';
import { useAccounts } from '../features/accounts/accounts.api.ts';
import { investmentAccounts } from '../features/accounts/investments.ts';
import { InvestmentsCard } from '../features/accounts/investments-card.tsx';
import { SecuritiesCard } from '../features/accounts/securities-card.tsx';
import { ConsentOffers } from '../features/linking/consent-offers.tsx';
import { HeldHistoryCard } from '../features/networth/held-history-card.tsx';
import { rangeOfParams, useWorthHistory } from '../features/networth/networth.api.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** The investment accounts, what they came to over time, and what is in them. The range lives in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const range = rangeOfParams(params);
  // Asked for beside the accounts: what is below them waits for them, for their room is known only then.
  useWorthHistory(range);
  const ids = investmentAccounts(useAccounts().data?.accounts ?? []).map((each) => each.account_id);
  return (
    <>
      <PageTitle>Investments</PageTitle>
      <h1 className="mb-5 flex min-h-11 items-center text-lg font-semibold">Investments</h1>
      <div className="flex flex-col gap-6">
        <InvestmentsCard />
        {ids.length > 0 && (
          <HeldHistoryCard
            ids={ids}
            label="Value of the investments per day"
            range={range}
            onRange={(next) =>
              setParams({ range: next }, { replace: true, preventScrollReset: true })
            }
          />
        )}
        {ids.length > 0 && <SecuritiesCard />}
        {ids.length > 0 && <ConsentOffers product="investments" />}
      </div>
    </>
  );
}
