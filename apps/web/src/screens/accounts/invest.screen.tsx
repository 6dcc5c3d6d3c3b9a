import { useAccounts } from '../../features/accounts/accounts.api.ts';
import { investmentAccounts } from '../../features/accounts/investments/investments.ts';
import { InvestmentsCard } from '../../features/accounts/investments/investments-card.tsx';
import { SecuritiesCard } from '../../features/accounts/investments/securities-card.tsx';
import { ConsentOffers } from '../../features/linking/consent-offers.tsx';
import { CombinedBalanceCard } from '../../features/networth/combined-balance-card.tsx';
import { useHistorySettings } from '../../features/networth/history-params.ts';
import { useNetWorthHistory } from '../../features/networth/networth.api.ts';
import { formatAccount } from '../../platform/formats/formats.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/**
 * The investment accounts, their value over time, and their holdings. The settings of the history chart are in the URL.
 */
export function Component() {
  const { settings, change } = useHistorySettings();
  // The history is fetched in parallel with the accounts, although it is shown after they have loaded.
  useNetWorthHistory(settings.range);
  const accounts = investmentAccounts(useAccounts().data?.accounts ?? []);
  const ids = accounts.map(({ account_id }) => account_id);
  const nameOf = (id: string) => {
    const account = accounts.find(({ account_id }) => account_id === id);
    return account ? formatAccount(account.name, account.mask) : '';
  };
  return (
    <>
      <PageTitle>{screensCopy.investments.title}</PageTitle>
      <h1 className="mb-5 flex min-h-11 items-center text-lg font-semibold">
        {screensCopy.investments.title}
      </h1>
      <div className="flex flex-col gap-6">
        <InvestmentsCard />
        {ids.length > 0 && (
          <CombinedBalanceCard
            ids={ids}
            label={screensCopy.investments.history}
            nameOf={nameOf}
            settings={settings}
            onChange={change}
          />
        )}
        {ids.length > 0 && <SecuritiesCard />}
        {ids.length > 0 && <ConsentOffers product="investments" />}
      </div>
    </>
  );
}
