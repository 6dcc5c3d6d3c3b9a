import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAccounts } from '../features/accounts/accounts.api.ts';
import { FilterBar } from '../features/transactions/filter-bar.tsx';
import { SelectionBar } from '../features/transactions/selection-bar.tsx';
import { transactionParam } from '../features/transactions/transaction-address.ts';
import {
  type FilterChange,
  filterOfParams,
  noFilter,
  paramsOfFilter,
  type TransactionFilter,
} from '../features/transactions/transaction-filter.ts';
import { TransactionsPanel } from '../features/transactions/transactions-panel.tsx';
import { loadChunk } from '../platform/chunk-failure.ts';
import { formatAccount } from '../platform/formats.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { screensCopy } from './screens.copy.ts';

const DownloadDialog = lazy(() =>
  loadChunk(() => import('../features/transactions/download-dialog.tsx')),
);

/** All transactions, with search and filters, which are in the URL. */
export function Component() {
  const [filter, change] = useFilter();
  const [downloading, setDownloading] = useState(false);
  const accounts = useAccountOptions();
  return (
    <>
      <PageTitle>{screensCopy.transactions.title}</PageTitle>
      <h1 className="text-lg font-semibold">{screensCopy.transactions.title}</h1>
      <div className="my-5">
        <FilterBar filter={filter} accounts={accounts} onChange={change} />
      </div>
      <SelectionBar filter={filter} onDownload={() => setDownloading(true)} />
      <TransactionsPanel filter={filter} onClear={() => change(() => noFilter)} />
      <Suspense>
        {downloading && (
          <DownloadDialog
            filter={filter}
            accountName={(id) => accounts.find(({ value }) => value === id)?.label ?? id}
            onClosed={() => setDownloading(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/**
 * The filter in the URL, and a function that changes parts of it. The back button undoes a change. A
 * change made before the URL reflects the previous one builds on it.
 */
function useFilter(): [TransactionFilter, (change: FilterChange) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => filterOfParams(params), [params]);
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  }, [filter]);
  const change = useCallback(
    (update: FilterChange) => {
      latest.current = { ...latest.current, ...update(latest.current) };
      const next = paramsOfFilter(latest.current);
      setParams(
        (current) => {
          // A debounced search must not close a transaction that was opened meanwhile.
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
        label: formatAccount(name, mask),
        note: institution_name,
      })),
    [data],
  );
}
