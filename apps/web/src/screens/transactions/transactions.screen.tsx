import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useAccounts } from '../../features/accounts/accounts.api.ts';
import { transactionParam } from '../../features/transactions/dialog/transaction-param.ts';
import { BudgetCategoryChip } from '../../features/transactions/filter/budget-category-chip.tsx';
import { LazyFilterBar } from '../../features/transactions/filter/lazy-filter-bar.tsx';
import {
  emptyFilter,
  type FilterUpdate,
  parseFilter,
  serializeFilter,
  type TransactionFilter,
} from '../../features/transactions/filter/transaction-filter.ts';
import { FilterTotals } from '../../features/transactions/list/filter-totals.tsx';
import { TransactionsPanel } from '../../features/transactions/list/transactions-panel.tsx';
import { useSelection } from '../../features/transactions/selection/selection.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { formatAccount } from '../../platform/formats/formats.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

const DownloadDialog = lazy(() =>
  loadChunk(() => import('../../features/transactions/filter/download-dialog.tsx')),
);

const SelectionBar = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../../features/transactions/selection/selection-bar.tsx')).SelectionBar,
  })),
);

/** All transactions, with search and filters, which are in the URL. */
export function Component() {
  const [filter, change] = useFilter();
  const [isDownloadOpen, setDownloadOpen] = useDownloadDialog();
  const accounts = useAccountOptions();
  const { selection, start: startSelecting, end: endSelecting } = useSelection(filter);
  const clear = () => {
    change(() => emptyFilter);
    // The pressed button disappears, so the focus moves to the content.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <>
      <PageTitle>{screensCopy.transactions.title}</PageTitle>
      <h1 className="text-lg font-semibold">{screensCopy.transactions.title}</h1>
      <div className="my-5">
        <LazyFilterBar filter={filter} accounts={accounts} onChange={change} />
      </div>
      <BudgetCategoryChip filter={filter} onChange={change} />
      <FilterTotals
        filter={filter}
        onDownload={() => setDownloadOpen(true)}
        onSelect={startSelecting}
      />
      <TransactionsPanel filter={filter} onClear={clear} selection={selection} />
      <Suspense>
        {selection && <SelectionBar filter={filter} selection={selection} onEnd={endSelecting} />}
      </Suspense>
      <Suspense>
        {isDownloadOpen && (
          <DownloadDialog
            filter={filter}
            accountIds={accounts.map(({ value }) => value)}
            accountName={(id) => accounts.find(({ value }) => value === id)?.label ?? id}
            onClosed={() => setDownloadOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const downloadHash = '#download';

/**
 * Whether the download dialog is open, and a function that opens or closes it. The state is in the URL, so that
 * links can open the dialog.
 */
function useDownloadDialog(): [boolean, (open: boolean) => void] {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const setOpen = (open: boolean) =>
    void navigate(
      { search, hash: open ? downloadHash : '' },
      { replace: true, preventScrollReset: true },
    );
  return [hash === downloadHash, setOpen];
}

/**
 * The filter in the URL, and a function that changes parts of it. The back button undoes a change. If a
 * change is made before the URL reflects the previous change, it is added to that change.
 */
function useFilter(): [TransactionFilter, (change: FilterUpdate) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => parseFilter(params), [params]);
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  }, [filter]);
  const change = useCallback(
    (update: FilterUpdate) => {
      latest.current = { ...latest.current, ...update(latest.current) };
      const next = serializeFilter(latest.current);
      setParams(
        (current) => {
          // A debounced search must not close a transaction that was opened in the meantime.
          const openTransaction = current.get(transactionParam);
          if (openTransaction !== null) next.set(transactionParam, openTransaction);
          return next;
        },
        { preventScrollReset: true },
      );
    },
    [setParams],
  );
  return [filter, change];
}

function useAccountOptions() {
  const { data } = useAccounts();
  return useMemo(
    () =>
      (data?.accounts ?? []).map(({ account_id, name, mask, institution_name }) => ({
        value: account_id,
        name,
        label: formatAccount(name, mask),
        note: institution_name,
        context: institution_name,
      })),
    [data],
  );
}
