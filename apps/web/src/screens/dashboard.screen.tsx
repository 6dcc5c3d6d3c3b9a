import { lazy, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import { noLinkedAccountsMessage, useGroupedAccounts } from '../features/accounts/accounts.api.ts';
import { AccountsCard } from '../features/accounts/list/accounts-card.tsx';
import { LastSync } from '../features/linking/last-sync.tsx';
import { useSyncState } from '../features/linking/linking.api.ts';
import { hasNeverSynced } from '../features/linking/sync-labels.ts';
import { SyncProblems } from '../features/linking/sync-problems.tsx';
import { NetWorthPreview } from '../features/networth/net-worth-preview.tsx';
import { SpendingCard } from '../features/spending/spending-card.tsx';
import { RecentTransactions } from '../features/transactions/list/recent-transactions.tsx';
import { useRecentTransactions } from '../features/transactions/transactions.api.ts';
import { paths } from '../paths.ts';
import { loadChunk } from '../platform/browser/chunk-loading.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { placeCards, useDashboardWidth } from './dashboard-layout.ts';
import { LastRow, LowerCards, ShowMore } from './dashboard-lower-cards.tsx';
import { screensCopy } from './screens.copy.ts';

const UpgradeModal = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../features/billing/upgrade-modal.tsx')).UpgradeModal,
  })),
);

/** This month at a glance. Users without a linked bank are redirected to link one. */
export function Component() {
  const { data, isPending, isFetching } = useGroupedAccounts();
  const recent = useRecentTransactions();
  const neverSynced = hasNeverSynced(useSyncState().data);
  const [isUpgrading, setUpgrading] = useState(false);
  const width = useDashboardWidth();
  const hasLinked = data?.msg !== noLinkedAccountsMessage;
  // While refetching, the response may be from before a bank was linked, so it must not redirect.
  if (!(hasLinked || isFetching)) return <Navigate to={paths.link} replace />;
  const layout = placeCards(
    width,
    Object.keys(data?.accounts ?? {}).length,
    recent.data?.transactions.length,
  );
  return (
    <>
      <PageTitle>{screensCopy.dashboard}</PageTitle>
      <div className="mb-5 flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-lg font-semibold">{screensCopy.dashboard}</h1>
        <LastSync onUpgrade={() => setUpgrading(true)} />
      </div>
      <SyncProblems placeholder={<Placeholder />}>
        <div className={gridClass}>
          <SpendingCard className="min-w-0 md:col-span-2 lg:col-span-8" neverSynced={neverSynced} />
          <div className={sideColumnClass}>
            <NetWorthPreview neverSynced={neverSynced} />
            <AccountsCard />
            {/* The heights of the accounts and transactions are unknown until they load. Cards below would move. */}
            {width === 'wide' && (isPending || recent.isPending) ? (
              <div className="h-170" />
            ) : (
              <LowerCards cards={layout.belowAccounts} />
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-6 lg:col-span-8 lg:row-start-2">
            <RecentTransactions className="grow" neverSynced={neverSynced} />
            <LowerCards cards={layout.belowTransactions} />
          </div>
        </div>
        <div className="mt-6">
          {width === 'phone' ? (
            <ShowMore>
              <LowerCards cards={layout.last} />
            </ShowMore>
          ) : (
            <LastRow cards={layout.last} />
          )}
        </div>
      </SyncProblems>
      <Suspense>{isUpgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </>
  );
}

/** Skeletons of the cards above the fold. */
function Placeholder() {
  return (
    <div className={gridClass}>
      <Skeleton className="h-165 rounded-card md:col-span-2 md:h-131 lg:col-span-8" />
      <div className={sideColumnClass}>
        <Skeleton className="h-65 rounded-card" />
        <Skeleton className="h-120 rounded-card" />
      </div>
      <Skeleton className="h-120 rounded-card lg:col-span-8 lg:row-start-2" />
    </div>
  );
}

/**
 * The source order is the order on a phone. In a wide window, net worth and accounts are beside the
 * spending and the transactions. The second row takes the remaining height, so that the
 * spending card keeps its own.
 */
const gridClass = 'grid grid-cols-1 gap-6 md:grid-cols-2 lg:grid-cols-12 lg:grid-rows-[auto_1fr]';

/** The column of net worth and accounts. Its last card grows to the height of the other column. */
const sideColumnClass =
  'flex min-w-0 flex-col gap-6 md:*:last:grow lg:col-span-4 lg:col-start-9 lg:row-span-2 lg:row-start-1';
