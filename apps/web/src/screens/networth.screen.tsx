import { useSearchParams } from 'react-router';
import { useAccounts } from '../features/accounts/accounts.api.ts';
import { WorthSides } from '../features/accounts/worth-sides.tsx';
import { ranges, useWorthHistory, type WorthRange } from '../features/networth/networth.api.ts';
import { WorthCard } from '../features/networth/worth-card.tsx';
import { formatAccount } from '../platform/formats.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** What is owned, what is owed, and the difference, now and over time. The range lives in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const range: WorthRange = ranges.find((name) => name === params.get('range')) ?? '1Y';
  const { data } = useWorthHistory(range);
  const accounts = useAccounts().data?.accounts ?? [];
  const nameOf = (id: string) => {
    const account = accounts.find(({ account_id }) => account_id === id);
    return account ? formatAccount(account.name, account.mask) : 'An account';
  };
  return (
    <>
      <PageTitle>Net worth</PageTitle>
      <h1 className="mb-5 text-lg font-semibold">Net worth</h1>
      <WorthCard
        range={range}
        onRange={(next) => setParams({ range: next }, { replace: true, preventScrollReset: true })}
        nameOf={nameOf}
      />
      <WorthSides totals={data?.points.at(-1)} />
    </>
  );
}
