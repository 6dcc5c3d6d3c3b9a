import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { MerchantHistoryPanel } from '../../features/transactions/history/merchant-history.tsx';
import { useMerchantHistory } from '../../features/transactions/transactions.api.ts';
import { paths } from '../../paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** The history of a transaction's merchant: monthly totals and transactions. */
export function Component() {
  const [params] = useSearchParams();
  const transactionId = params.get('txId') ?? '';
  const title =
    useMerchantHistory(transactionId).data?.merchant ?? screensCopy.transactions.history;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Link
        to={paths.transactions}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {screensCopy.transactions.title}
      </Link>
      <h1 className="mb-5 text-lg font-semibold wrap-anywhere">{title}</h1>
      <MerchantHistoryPanel key={transactionId} transactionId={transactionId} />
    </>
  );
}
