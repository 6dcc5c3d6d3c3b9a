import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { AccountPanel } from '../../features/accounts/account/account-panel.tsx';
import {
  AccountProducts,
  useProductsSettled,
} from '../../features/accounts/account/account-products.tsx';
import { type Account, useAccountHistory } from '../../features/accounts/accounts.api.ts';
import { ConsentOffers, useOffersSettled } from '../../features/linking/consent-offers.tsx';
import { AccountTransactions } from '../../features/transactions/list/account-transactions.tsx';
import { paths } from '../../paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** An account: its balance history, its debt or holdings, and its transactions. */
export function Component() {
  const { accountId = '' } = useParams();
  const account = useAccountHistory(accountId).data?.details;
  const isSettled = [useProductsSettled(accountId), useOffersSettled()].every(Boolean);
  return (
    <>
      <PageTitle>{account?.name ?? screensCopy.accounts.fallbackTitle}</PageTitle>
      <Link
        to={paths.accounts}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {screensCopy.accounts.title}
      </Link>
      <AccountPanel key={accountId} id={accountId} />
      {account && isSettled && (
        <>
          <AccountProducts account={account} />
          <AdditionalConsent account={account} />
          {!account.duplicate && <AccountTransactions key={accountId} id={accountId} />}
        </>
      )}
    </>
  );
}

/** Asks the user to consent to sharing more data, if the bank can provide some for this type of account. */
function AdditionalConsent({ account: { type, link_id } }: { account: Account }) {
  const product = productByType.get(type);
  if (product === undefined) return null;
  return <ConsentOffers product={product} linkId={link_id} className="mt-6" />;
}

const productByType = new Map<string, 'liabilities' | 'investments'>([
  ['credit', 'liabilities'],
  ['loan', 'liabilities'],
  ['investment', 'investments'],
]);
