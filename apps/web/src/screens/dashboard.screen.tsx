import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import { nothingLinked, useGroupedAccounts } from '../features/accounts/accounts.api.ts';
import { AccountsCard } from '../features/accounts/accounts-card.tsx';
import { LastSync } from '../features/linking/last-sync.tsx';
import { useSyncState } from '../features/linking/linking.api.ts';
import { SyncTroubles } from '../features/linking/sync-troubles.tsx';
import { hasBroughtNothing } from '../features/linking/sync-words.ts';
import { CashflowCard } from '../features/spending/cashflow-card.tsx';
import { useCashflow } from '../features/spending/spending.api.ts';
import { SpendingCard } from '../features/spending/spending-card.tsx';
import { RecentTransactions } from '../features/transactions/recent-transactions.tsx';
import { paths } from '../paths.ts';
import { loadChunk } from '../platform/chunk-failure.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { WhenNear } from '../ui/when-near.tsx';

const below = () => import('./dashboard-below.tsx');
const RecurringPreview = lazy(() =>
  loadChunk(async () => ({ default: (await below()).RecurringPreview })),
);
const BudgetPreview = lazy(() =>
  loadChunk(async () => ({ default: (await below()).BudgetPreview })),
);
const UpgradeModal = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../features/billing/upgrade-modal.tsx')).UpgradeModal,
  })),
);

/** This month at a glance. Who has not linked anything yet is led to do so. */
export function Component() {
  const { data, isPending, isFetching } = useGroupedAccounts();
  const unknown = hasBroughtNothing(useSyncState().data);
  const [upgrading, setUpgrading] = useState(false);
  const hasLinked = data?.msg !== nothingLinked;
  // An answer from before a bank was linked is being asked for again, and leads nowhere any more.
  if (!(hasLinked || isFetching)) return <Navigate to={paths.link} replace />;
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <div className="mb-5 flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-lg font-semibold">Dashboard</h1>
        <LastSync onUpgrade={() => setUpgrading(true)} />
      </div>
      <SyncTroubles>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
          <div className="flex min-w-0 flex-col gap-6 lg:col-span-8">
            <SpendingCard unknown={unknown} />
            <RecentTransactions unknown={unknown} />
            <Below className="h-210 md:h-114">
              <RecurringPreview />
            </Below>
          </div>
          <div className="flex min-w-0 flex-col gap-6 lg:col-span-4">
            <AccountsCard />
            {isPending ? (
              <RoomForCashflow />
            ) : (
              <>
                <CashflowCard />
                <Below className="h-66">
                  <BudgetPreview />
                </Below>
              </>
            )}
          </div>
        </div>
      </SyncTroubles>
      <Suspense>{upgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </>
  );
}

/**
 * How tall the accounts are is known only with them, and what is below them would move when they come.
 * So it waits for them, its data being asked for meanwhile; empty room keeps the page's length.
 */
function RoomForCashflow() {
  useCashflow();
  return <div className="h-170" />;
}

/** What is below the fold: its code and its data come when it is scrolled to, into a place of its size. */
function Below({ className, children }: { className: string; children: ReactNode }) {
  const placeholder = <Skeleton className={`rounded-card ${className}`} />;
  return (
    <WhenNear placeholder={placeholder}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </WhenNear>
  );
}
