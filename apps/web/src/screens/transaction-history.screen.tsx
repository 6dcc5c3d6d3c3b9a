import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { MerchantHistoryPanel } from '../features/transactions/merchant-history.tsx';
import { useMerchantHistory } from '../features/transactions/transactions.api.ts';
import { paths } from '../paths.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** All that one transaction's merchant took, by month and row by row. */
export function Component() {
  const [params] = useSearchParams();
  const txId = params.get('txId') ?? '';
  const merchant = useMerchantHistory(txId).data?.merchant;
  return (
    <>
      <PageTitle>{merchant ?? 'History'}</PageTitle>
      <Link
        to={paths.transactions}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Transactions
      </Link>
      <h1 className="mb-5 text-lg font-semibold wrap-anywhere">{merchant ?? 'History'}</h1>
      <MerchantHistoryPanel key={txId} txId={txId} />
    </>
  );
}
