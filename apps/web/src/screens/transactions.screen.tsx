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

const DownloadDialog = lazy(() =>
  loadChunk(() => import('../features/transactions/download-dialog.tsx')),
);

/** All transactions, searched and filtered; the filter lives in the address. */
export function Component() {
  const [filter, change] = useFilter();
  const [downloading, setDownloading] = useState(false);
  const accounts = useAccountOptions();
  return (
    <>
      <PageTitle>Transactions</PageTitle>
      <h1 className="text-lg font-semibold">Transactions</h1>
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
 * The filter of the address, and how to change parts of it. Going back undoes a change. One that comes before
 * the address shows the one before it adds to that one.
 */
function useFilter(): [TransactionFilter, (change: FilterChange) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => filterOfParams(params), [params]);
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  }, [filter]);
  const change = useCallback(
    (part: FilterChange) => {
      latest.current = { ...latest.current, ...part(latest.current) };
      const next = paramsOfFilter(latest.current);
      setParams(
        (was) => {
          // A search that was still waiting does not close what was opened meanwhile.
          const opened = was.get(transactionParam);
          if (opened !== null) next.set(transactionParam, opened);
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
