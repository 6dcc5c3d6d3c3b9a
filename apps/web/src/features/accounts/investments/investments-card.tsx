import { formatMessage } from '@cairn/contract/text/copy';
import { TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { AccountName } from '../../../ui/account-name.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, cardClass } from '../../../ui/card.tsx';
import { ShareRing, shareColor } from '../../../ui/charts/share-ring.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../../ui/feedback/states.tsx';
import { Money } from '../../../ui/money.tsx';
import { ProvenMoney } from '../../../ui/proven-money.tsx';
import { balancesAge, mainCurrency } from '../account-labels.ts';
import { useAccounts } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { groupInvestments, type Investment, type Investments } from './investments.ts';

const copy = accountsCopy.investments;

/** The investment accounts: the value of each, and its share of the total. */
export function InvestmentsCard() {
  const query = useAccounts();
  const { data, error, dataUpdatedAt } = query;
  const all = data?.accounts ?? [];
  const investments = groupInvestments(all, mainCurrency(all));
  const shown = investments.kinds.flatMap(({ accounts }) => accounts.map(({ account }) => account));
  const age = balancesAge(shown, dataUpdatedAt);
  if (data && shown.length === 0) return <NoInvestments />;
  return (
    <Card
      title={copy.title}
      action={
        // On a phone, the age is on a line of its own. Its space is reserved while loading.
        <div className="max-sm:basis-full">
          {data || error ? (
            age && (
              <p className="text-xs text-muted">
                {formatMessage(accountsCopy.balancesAsOf, { age })}
              </p>
            )
          ) : (
            <Skeleton className="h-4 w-38" />
          )}
        </div>
      }
      bodyClass="pt-2 pb-3"
    >
      <QueryError
        subject={accountsCopy.subjects.investments}
        query={query}
        bannerClass="mx-5 my-2"
        placeholderClass=""
      />
      {!data && !error && <Loading />}
      {data && <Content investments={investments} />}
    </Card>
  );
}

function NoInvestments() {
  const demo = useDemoMode();
  return (
    <div className={cardClass}>
      <EmptyState
        icon={TrendingUp}
        title={copy.emptyTitle}
        className="py-14"
        action={!demo && <ButtonLink to={paths.link}>{copy.linkAccount}</ButtonLink>}
      >
        {copy.emptyText}
      </EmptyState>
    </div>
  );
}

function Content({ investments: { kinds, total, currency } }: { investments: Investments }) {
  return (
    <div className="grid grid-cols-1 items-center gap-y-2 lg:grid-cols-[15rem_1fr] lg:pl-6">
      {total > 0 && (
        <div className="px-5 pt-2 pb-4 lg:px-0">
          <ShareRing
            shares={kinds.map(({ label, total: subtotal }, index) => ({
              key: label,
              fraction: subtotal / total,
              color: shareColor(index),
            }))}
          >
            <span className="text-xs text-muted">{copy.total}</span>
            <Money
              amount={total / 100}
              currency={currency}
              className="text-base font-semibold sm:text-lg"
            />
          </ShareRing>
        </div>
      )}
      <div className={total > 0 ? 'min-w-0' : 'min-w-0 lg:col-span-2 lg:-ml-6'}>
        {kinds.map(({ label, group, total: subtotal, accounts }, index) => (
          <section key={label} aria-label={label} className="px-5 py-2 sm:px-6">
            <h3 className="flex items-baseline justify-between gap-4 py-1.5">
              <span className="flex items-center gap-2.5 font-semibold">
                <span
                  aria-hidden="true"
                  className="size-2.5 rounded-full"
                  style={{ background: shareColor(index) }}
                />
                {label}
              </span>
              {group === null ? (
                <Money amount={subtotal / 100} currency={currency} className="font-semibold" />
              ) : (
                <ProvenMoney
                  of="account_group"
                  totalKey={group}
                  amount={subtotal / 100}
                  currency={currency}
                  className="font-semibold"
                />
              )}
            </h3>
            <ul className="divide-y divide-line">
              {accounts.map((row) => (
                <InvestmentRow key={row.account.account_id} row={row} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function InvestmentRow({ row: { account, cents, share, reasonNotCounted } }: { row: Investment }) {
  return (
    <li className="relative flex items-baseline justify-between gap-4 py-2.5 pl-5 transition-colors hover:bg-sunken/60">
      <span className="min-w-0">
        <Link
          to={paths.account(account.account_id)}
          className="flex min-h-6 min-w-0 items-center after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          <AccountName name={account.name} mask={account.mask} wraps className="font-medium" />
        </Link>
        <span className="block truncate text-xs text-muted">{account.institution_name}</span>
      </span>
      <span className="shrink-0 text-right">
        {cents !== null && <Money amount={cents / 100} currency={account.currency} />}
        <span className="figures block text-xs text-muted">
          {reasonNotCounted ?? (share === null ? '' : `${(share * 100).toFixed(1)}%`)}
        </span>
      </span>
    </li>
  );
}

function Loading() {
  return (
    <div className="grid grid-cols-1 items-center gap-y-2 lg:grid-cols-[15rem_1fr] lg:pl-6">
      <LoadingAnnouncement>{accountsCopy.loadingInvestments}</LoadingAnnouncement>
      <div className="px-5 pt-2 pb-4 lg:px-0">
        <Skeleton className="mx-auto aspect-square w-full max-w-60 rounded-full" />
      </div>
      <div className="flex flex-col gap-4 px-5 py-3 sm:px-6">
        {placeholderKeys(3).map((key) => (
          <div key={key} className="flex justify-between gap-4">
            <Skeleton className="h-10 w-44" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
