import { cryptoAccountId } from '@cairn/contract/rules/crypto-value';
import { TrendingUp } from 'lucide-react';
import { groupLabel } from '../../features/accounts/account-labels.ts';
import { useAccounts } from '../../features/accounts/accounts.api.ts';
import { investmentAccounts } from '../../features/accounts/investments/investments.ts';
import { NetWorthSides } from '../../features/accounts/list/net-worth-sides.tsx';
import { CryptoGroup } from '../../features/crypto/crypto-group.tsx';
import { useHistorySettings } from '../../features/networth/history-params.ts';
import { NetWorthCard } from '../../features/networth/net-worth-card.tsx';
import { useNetWorthHistory } from '../../features/networth/networth.api.ts';
import { paths } from '../../paths.ts';
import { formatAccount } from '../../platform/formats/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** Assets, debts, and net worth, now and over time. The settings of the history chart are in the URL. */
export function Component() {
  const { settings, change } = useHistorySettings();
  const { data } = useNetWorthHistory(settings.range);
  const accounts = useAccounts().data?.accounts ?? [];
  const nameOf = (id: string) => {
    if (id === cryptoAccountId) return screensCopy.netWorth.crypto;
    const account = accounts.find(({ account_id }) => account_id === id);
    return account
      ? formatAccount(account.name, account.mask)
      : screensCopy.netWorth.unknownAccount;
  };
  return (
    <>
      <PageTitle>{screensCopy.netWorth.title}</PageTitle>
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="text-lg font-semibold">{screensCopy.netWorth.title}</h1>
        {investmentAccounts(accounts).length > 0 && (
          <ButtonLink to={paths.invest} variant="secondary" size="small">
            <TrendingUp aria-hidden="true" className="size-4" />
            {screensCopy.investments.title}
          </ButtonLink>
        )}
      </div>
      <NetWorthCard
        settings={settings}
        onChange={change}
        groupLabel={groupLabel}
        nameOf={nameOf}
        pathOf={(id) => (id === cryptoAccountId ? paths.crypto : paths.account(id))}
      />
      <NetWorthSides
        totals={data?.points.at(-1)}
        {...(data?.crypto && { moreAssets: <CryptoGroup {...data.crypto} /> })}
      />
    </>
  );
}
