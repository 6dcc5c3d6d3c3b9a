import { formatMessage } from '@cairn/contract/text/copy';
import { Landmark, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, cardClass } from '../../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../../ui/feedback/states.tsx';
import { balancesAge, mainCurrency } from '../account-labels.ts';
import { useAllGroupedAccounts, useHasNoBank } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { investmentAccounts } from '../investments/investments.ts';
import { AccountLine } from './account-line.tsx';
import { type BalanceSheetGroup, splitByBalanceSheetSide } from './account-sides.ts';
import { SideGroups } from './side-groups.tsx';

/** All accounts by type with their totals, and the hidden ones in a list of their own. */
export function AccountsList() {
  const query = useAllGroupedAccounts();
  const { data, error, dataUpdatedAt } = query;
  const hasNoBank = useHasNoBank();
  const groups = Object.entries(data?.accounts ?? {});
  const accounts = groups.flatMap(([, group]) => group.accounts);
  const currency = mainCurrency(accounts);
  const hidden = accounts.filter((account) => account.hidden);
  const age = balancesAge(accounts, dataUpdatedAt);
  const { assets, debts } = data ? splitByBalanceSheetSide(data) : { assets: [], debts: [] };
  return (
    <>
      <QueryError
        subject={accountsCopy.subjects.accounts}
        query={query}
        bannerClass="mb-5"
        placeholderClass={`${cardClass} min-h-80 justify-center`}
      />
      {!data && !error && (
        <>
          <LoadingAnnouncement>{accountsCopy.loadingAccounts}</LoadingAnnouncement>
          <Card title={accountsCopy.byType} bodyClass="pt-1 pb-2">
            <Loading />
          </Card>
        </>
      )}
      {data && accounts.length === 0 && (
        <div className={cardClass}>
          <EmptyState
            icon={Landmark}
            title={accountsCopy.noAccounts.title}
            className="min-h-80 justify-center"
            action={hasNoBank && <ButtonLink to={paths.link}>{accountsCopy.linkBank}</ButtonLink>}
          >
            {hasNoBank ? accountsCopy.noAccounts.text : accountsCopy.noAccounts.waiting}
          </EmptyState>
        </div>
      )}
      {assets.length + debts.length > 0 && (
        <Card
          title={accountsCopy.byType}
          action={
            age && (
              <p className="text-xs text-muted">
                {formatMessage(accountsCopy.balancesAsOf, { age })}
              </p>
            )
          }
          bodyClass="pt-1"
        >
          <Side title={accountsCopy.sides.assets} groups={assets} currency={currency} />
          <Side title={accountsCopy.sides.debts} groups={debts} currency={currency} />
          {investmentAccounts(accounts).length > 0 && <InvestmentsLink />}
        </Card>
      )}
      {hidden.length > 0 && (
        <Card title={accountsCopy.hidden} className="mt-6" bodyClass="pt-1 pb-2">
          <p className="px-5 pb-2 text-muted sm:px-6">{accountsCopy.hiddenNote}</p>
          <ul>
            {hidden.map((account) => (
              <AccountLine key={account.account_id} account={account} currency={currency} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** The groups of one side of the balance sheet. */
function Side({
  title,
  groups,
  currency,
}: {
  title: string;
  groups: readonly BalanceSheetGroup[];
  currency: string;
}) {
  if (groups.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="px-5 pt-3 pb-2 text-xs font-semibold tracking-wider text-muted uppercase sm:px-6">
        {title}
      </h3>
      <SideGroups groups={groups} currency={currency} label={title} />
    </section>
  );
}

/** Placeholders of groups with one account each. */
function Loading() {
  return (
    <div className="mt-9">
      {placeholderKeys(5).map((key) => (
        <div key={key} className="border-t border-line px-5 pt-3 pb-4.5 sm:px-6">
          <div className="flex h-5 items-center justify-between gap-4">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-4 w-20" />
          </div>
          <div className="mt-6 flex items-center gap-3">
            <Skeleton className="size-9 shrink-0 rounded-lg" />
            <span className="flex min-w-0 grow flex-col gap-2">
              <Skeleton className="h-4 w-40 max-w-full" />
              <Skeleton className="h-3 w-24" />
            </span>
            <Skeleton className="h-4 w-20 shrink-0" />
          </div>
        </div>
      ))}
    </div>
  );
}

function InvestmentsLink() {
  return (
    <p className="border-t border-line px-5 py-2 sm:px-6">
      <Link
        to={paths.invest}
        className="-ml-2 inline-flex h-10 items-center gap-1.5 rounded-md px-2 font-medium text-accent transition-colors hover:bg-sunken touch:h-11"
      >
        <TrendingUp aria-hidden="true" className="size-4" />
        {accountsCopy.investmentsLink}
      </Link>
    </p>
  );
}
