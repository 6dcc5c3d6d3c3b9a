import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import { noLinkedAccountsMessage, useGroupedAccounts } from '../features/accounts/accounts.api.ts';
import { AccountsCard } from '../features/accounts/list/accounts-card.tsx';
import { LastSync } from '../features/linking/last-sync.tsx';
import { useSyncState } from '../features/linking/linking.api.ts';
import { hasNeverSynced } from '../features/linking/sync-labels.ts';
import { SyncProblems } from '../features/linking/sync-problems.tsx';
import { CashflowCard } from '../features/spending/charts/cashflow-card.tsx';
import { useCashflow } from '../features/spending/spending.api.ts';
import { SpendingCard } from '../features/spending/spending-card.tsx';
import { RecentTransactions } from '../features/transactions/list/recent-transactions.tsx';
import { paths } from '../paths.ts';
import { loadChunk } from '../platform/browser/chunk-loading.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { LazyInView } from '../ui/lazy-in-view.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { screensCopy } from './screens.copy.ts';

const loadBelowFold = () => import('./dashboard-below-fold.tsx');
const RecurringPreview = lazy(() =>
  loadChunk(async () => ({ default: (await loadBelowFold()).RecurringPreview })),
);
const BudgetPreview = lazy(() =>
  loadChunk(async () => ({ default: (await loadBelowFold()).BudgetPreview })),
);
const UpgradeModal = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../features/billing/upgrade-modal.tsx')).UpgradeModal,
  })),
);

/** This month at a glance. Users without a linked bank are redirected to link one. */
export function Component() {
  const { data, isPending, isFetching } = useGroupedAccounts();
  const unknown = hasNeverSynced(useSyncState().data);
  const [upgrading, setUpgrading] = useState(false);
  const hasLinked = data?.msg !== noLinkedAccountsMessage;
  // While refetching, the response may be from before a bank was linked, so it must not redirect.
  if (!(hasLinked || isFetching)) return <Navigate to={paths.link} replace />;
  return (
    <>
      <PageTitle>{screensCopy.dashboard}</PageTitle>
      <div className="mb-5 flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-lg font-semibold">{screensCopy.dashboard}</h1>
        <LastSync onUpgrade={() => setUpgrading(true)} />
      </div>
      <SyncProblems>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
          <div className="flex min-w-0 flex-col gap-6 lg:col-span-8">
            <SpendingCard unknown={unknown} />
            <RecentTransactions unknown={unknown} />
            <BelowFold className="h-210 md:h-114">
              <RecurringPreview />
            </BelowFold>
          </div>
          <div className="flex min-w-0 flex-col gap-6 lg:col-span-4">
            <AccountsCard />
            {isPending ? (
              <CashflowPlaceholder />
            ) : (
              <>
                <CashflowCard />
                <BelowFold className="h-66">
                  <BudgetPreview />
                </BelowFold>
              </>
            )}
          </div>
        </div>
      </SyncProblems>
      <Suspense>{upgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </>
  );
}

/**
 * Reserves space for the cash flow until the accounts above it have loaded. Their height isn't known
 * before, so it would be pushed down. Its data is fetched in the meantime.
 */
function CashflowPlaceholder() {
  useCashflow();
  return <div className="h-170" />;
}

/** Content whose code and data are loaded when it is scrolled into view. `className` sets its height. */
function BelowFold({ className, children }: { className: string; children: ReactNode }) {
  const placeholder = <Skeleton className={`rounded-card ${className}`} />;
  return (
    <LazyInView placeholder={placeholder}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </LazyInView>
  );
}
