import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type ProvenTotal, withProofParams } from '../../domain/proof-params.ts';
import { incomeGroups } from '../../domain/transaction-labels.ts';
import { groupLabel } from '../../features/accounts/account-labels.ts';
import {
  emptyFilter,
  serializeFilter,
} from '../../features/transactions/filter/transaction-filter.ts';
import type { Transaction } from '../../features/transactions/transactions.api.ts';
import { paths } from '../../paths.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { frameCopy } from './frame.copy.ts';

const ProofDialog = lazy(() => loadChunk(() => import('../../features/proof/proof-dialog.tsx')));
const TransactionDialog = lazy(() =>
  loadChunk(() => import('../../features/transactions/dialog/transaction-dialog.tsx')),
);

/** The budget totals that no filter of the transaction list selects, because they depend on streams. */
const totalsWithoutFilter: ReadonlySet<string> = new Set([
  'bills',
  'non_bill_spending',
  'budgeted',
  'budget_category_bills',
  'everything_else',
]);

/** The rows to move through: none, because a proof has no previous or next transaction. */
const noRows: readonly Transaction[] = [];

/** Shows the proof that the URL identifies, over any screen. */
export default function ProofHost({ total }: { total: ProvenTotal }) {
  const close = useClose();
  // This transaction is not in the URL, where it would also open the dialog of the page's own list.
  const [transaction, setTransaction] = useState<{ id: string; open: boolean } | null>(null);
  return (
    <Suspense>
      <ProofDialog
        key={JSON.stringify(total)}
        total={total}
        groupLabel={groupLabel}
        listLink={(period) =>
          !totalsWithoutFilter.has(total.of) && (
            <ButtonLink variant="ghost" to={transactionsPath(total, period)}>
              {frameCopy.showInTransactions}
            </ButtonLink>
          )
        }
        onOpenTransaction={({ id }) => setTransaction({ id, open: true })}
        onClose={close}
      >
        <Suspense>
          {transaction && (
            <TransactionDialog
              id={transaction.id}
              open={transaction.open}
              rows={noRows}
              onNearEnd={undefined}
              onChange={(id) => setTransaction({ id, open: true })}
              onClose={() => setTransaction({ id: transaction.id, open: false })}
              onClosed={() => setTransaction(null)}
            />
          )}
        </Suspense>
      </ProofDialog>
    </Suspense>
  );
}

/** Closes the proof: goes back if it was opened in the app, otherwise removes it from the URL. */
function useClose(): () => void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  return () => {
    if (wasOpenedInApp(state)) navigate(-1);
    else
      setParams((params) => withProofParams(params, null), {
        replace: true,
        preventScrollReset: true,
      });
  };
}

const wasOpenedInApp = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'proof' in state;

/** The path of the transaction list, filtered by a total's days and category. */
function transactionsPath({ of, key }: ProvenTotal, range: { from: string; to: string }): string {
  if (of === 'budget_category' && key !== undefined)
    return `${paths.transactions}?${serializeFilter({ ...emptyFilter, budgetCategory: key, range })}`;
  const categories = key !== undefined ? [key] : of === 'income' ? incomeGroups : [];
  return `${paths.transactions}?${serializeFilter({ ...emptyFilter, categories, range })}`;
}
