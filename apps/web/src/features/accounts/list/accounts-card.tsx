import { formatMessage } from '@cairn/contract/text/copy';
import { Landmark, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { startLink } from '../../../domain/start-link.ts';
import { paths } from '../../../paths.ts';
import { useMediaQuery } from '../../../platform/browser/media-query.ts';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { AccountName } from '../../../ui/account-name.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../../ui/feedback/states.tsx';
import { Money } from '../../../ui/money.tsx';
import { balancesAge, mainCurrency, notCountedReason, shownBalance } from '../account-labels.ts';
import { type Account, type AccountGroup, useGroupedAccounts } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { AccountGroupSection } from './account-group-section.tsx';

/** With more accounts than this, the groups start closed, so that the card stays a summary. */
const maxOpenAccounts = { phone: 6, wide: 10 };

/** The dashboard's accounts by type, with their totals. */
export function AccountsCard() {
  const query = useGroupedAccounts();
  const { data, error, dataUpdatedAt } = query;
  const demo = useDemoMode();
  const groups = data ? Object.entries(data.accounts) : [];
  const accounts = groups.flatMap(([, group]) => group.accounts);
  const currency = mainCurrency(accounts);
  const age = balancesAge(accounts, dataUpdatedAt);
  const isWide = useMediaQuery('(min-width: 48rem)');
  const startsOpen = accounts.length <= maxOpenAccounts[isWide ? 'wide' : 'phone'];
  return (
    <Card
      title={accountsCopy.title}
      action={
        age && (
          <p className="text-xs text-muted">{formatMessage(accountsCopy.balancesAsOf, { age })}</p>
        )
      }
      bodyClass="pt-2 pb-2"
    >
      <QueryError
        subject={accountsCopy.subjects.accounts}
        query={query}
        bannerClass="mx-5 my-2"
        placeholderClass=""
      />
      {!data && !error && <Loading />}
      {data && groups.length === 0 && (
        <EmptyState icon={Landmark} title={accountsCopy.noAccounts.title}>
          {accountsCopy.noAccounts.text}
        </EmptyState>
      )}
      <ul>
        {groups.map(([name, group]) => (
          <Group key={name} name={name} group={group} currency={currency} startsOpen={startsOpen} />
        ))}
      </ul>
      {groups.length > 0 && (
        <div className="flex flex-wrap justify-between gap-x-4 border-t border-line px-5 pt-2 sm:px-6">
          <Link
            to={paths.accounts}
            className="-ml-2 inline-flex h-10 items-center rounded-md px-2 font-medium text-accent transition-colors hover:bg-sunken touch:h-11"
          >
            {accountsCopy.allAccounts}
          </Link>
          {!demo && <LinkAnother />}
        </div>
      )}
    </Card>
  );
}

function LinkAnother() {
  return (
    <Link
      {...startLink}
      className="-mx-2 inline-flex h-10 items-center gap-1.5 rounded-md px-2 font-medium text-accent transition-colors hover:bg-sunken touch:h-11"
    >
      <Plus aria-hidden="true" className="size-4" />
      {accountsCopy.linkAnotherBank}
    </Link>
  );
}

function Group({
  name,
  group,
  currency,
  startsOpen,
}: {
  name: string;
  group: AccountGroup;
  currency: string;
  startsOpen: boolean;
}) {
  return (
    <li className="not-last:border-b border-line">
      <AccountGroupSection
        name={name}
        total={group.total}
        uncountedCount={group.omitted_count}
        currency={currency}
        defaultOpen={startsOpen}
      >
        <ul className="pb-2">
          {group.accounts.map((account) => (
            <AccountRow key={account.account_id} account={account} currency={currency} />
          ))}
        </ul>
      </AccountGroupSection>
    </li>
  );
}

function AccountRow({ account, currency }: { account: Account; currency: string }) {
  const balance = shownBalance(account);
  const reason = notCountedReason(account, currency);
  return (
    <li className="relative flex items-start gap-3 py-1.5 pr-5 pl-11 transition-colors hover:bg-sunken/60 sm:pr-6 sm:pl-12">
      <span className="min-w-0 grow">
        <Link
          to={paths.account(account.account_id)}
          className="flex min-h-6 min-w-0 items-center after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <AccountName name={account.name} mask={account.mask} wraps />
        </Link>
        <span className="block truncate text-xs text-muted">{account.institution_name}</span>
        {reason && <span className="block text-xs text-attention">{reason}</span>}
      </span>
      {balance === null ? (
        <span className="text-muted">
          –<span className="sr-only">{accountsCopy.noBalance}</span>
        </span>
      ) : (
        <Money
          amount={balance}
          currency={account.currency}
          className={reason ? 'text-muted' : ''}
        />
      )}
    </li>
  );
}

function Loading() {
  return (
    <div className="px-5 pb-3 sm:px-6">
      <LoadingAnnouncement>{accountsCopy.loadingAccounts}</LoadingAnnouncement>
      {['one', 'two', 'three', 'four'].map((key) => (
        <div key={key} className="py-3.5 not-last:border-b border-line">
          <div className="flex justify-between gap-4">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-5 w-24" />
          </div>
          <div className="mt-4 flex justify-between gap-4 pl-6">
            <Skeleton className="h-9 w-40" />
            <Skeleton className="h-5 w-20" />
          </div>
        </div>
      ))}
    </div>
  );
}
