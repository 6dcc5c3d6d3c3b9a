import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { AccountPanel } from '../features/accounts/account-panel.tsx';
import { AccountProducts, useProductsSettled } from '../features/accounts/account-products.tsx';
import { type Account, useAccountHistory } from '../features/accounts/accounts.api.ts';
import { ConsentOffers, useOffersSettled } from '../features/linking/consent-offers.tsx';
import { AccountTransactions } from '../features/transactions/account-transactions.tsx';
import { paths } from '../paths.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** One account: its balance over time, what its bank says besides, and its transactions. */
export function Component() {
  const { accountId = '' } = useParams();
  const account = useAccountHistory(accountId).data?.details;
  const settled = [useProductsSettled(accountId), useOffersSettled()].every(Boolean);
  return (
    <>
      <PageTitle>{account?.name ?? 'Account'}</PageTitle>
      <Link
        to={paths.accounts}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Accounts
      </Link>
      <AccountPanel key={accountId} id={accountId} />
      {account && settled && (
        <>
          <AccountProducts account={account} />
          <MoreToTell account={account} />
          {!account.duplicate && <AccountTransactions key={accountId} id={accountId} />}
        </>
      )}
    </>
  );
}

/** What the bank would tell of such an account, were it agreed to there. */
function MoreToTell({ account: { type, link_id } }: { account: Account }) {
  const product = productsOf.get(type);
  if (product === undefined) return null;
  return <ConsentOffers product={product} linkId={link_id} className="mt-6" />;
}

const productsOf = new Map<string, 'liabilities' | 'investments'>([
  ['credit', 'liabilities'],
  ['loan', 'liabilities'],
  ['investment', 'investments'],
]);
