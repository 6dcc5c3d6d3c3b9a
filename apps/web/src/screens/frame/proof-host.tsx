import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { groupLabel } from '../../features/accounts/account-words.ts';
import { noFilter, paramsOfFilter } from '../../features/transactions/transaction-filter.ts';
import type { Transaction } from '../../features/transactions/transactions.api.ts';
import { paths } from '../../paths.ts';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { type ProvenTotal, withProof } from '../../platform/proof-address.ts';
import { incomeGroups } from '../../platform/transaction-words.ts';
import { ButtonLink } from '../../ui/button.tsx';

const ProofDialog = lazy(() => loadChunk(() => import('../../features/spending/proof-dialog.tsx')));
const TransactionDialog = lazy(() =>
  loadChunk(() => import('../../features/transactions/transaction-dialog.tsx')),
);

/** Which rows these have is decided by streams and plans: no filter of the list has just them. */
const partsOfBudget: ReadonlySet<string> = new Set([
  'bills',
  'besides_bills',
  'budgeted',
  'budget_category',
  'everything_else',
]);

/** A proof is a sum and no list to go through. */
const noRows: readonly Transaction[] = [];

/** Shows the proof that the address names, over whatever screen it is on. */
export default function ProofHost({ total }: { total: ProvenTotal }) {
  const close = useClose();
  // Not in the address, where it would open over the page's own list as well.
  const [shown, setShown] = useState<{ id: string; open: boolean } | null>(null);
  return (
    <Suspense>
      <ProofDialog
        key={JSON.stringify(total)}
        total={total}
        groupLabel={groupLabel}
        listLink={(period) =>
          !partsOfBudget.has(total.of) && (
            <ButtonLink variant="ghost" to={listAddress(total, period)}>
              Show in Transactions
            </ButtonLink>
          )
        }
        onOpen={({ id }) => setShown({ id, open: true })}
        onClose={close}
      >
        <Suspense>
          {shown && (
            <TransactionDialog
              id={shown.id}
              open={shown.open}
              rows={noRows}
              onNearEnd={undefined}
              onChange={(id) => setShown({ id, open: true })}
              onClose={() => setShown({ id: shown.id, open: false })}
              onClosed={() => setShown(null)}
            />
          )}
        </Suspense>
      </ProofDialog>
    </Suspense>
  );
}

/** Goes back to where the proof was opened; an address that was come to with it loses it. */
function useClose(): () => void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  return () => {
    if (isOpened(state)) navigate(-1);
    else
      setParams((params) => withProof(params, null), { replace: true, preventScrollReset: true });
  };
}

const isOpened = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'proof' in state;

/** The list of transactions narrowed to the days and the category of a total. */
function listAddress({ of, key }: ProvenTotal, range: { from: string; to: string }): string {
  const categories = key !== undefined ? [key] : of === 'income' ? incomeGroups : [];
  return `${paths.transactions}?${paramsOfFilter({ ...noFilter, categories, range })}`;
}
