import { formatMessage } from '@cairn/contract/text/copy';
import { EyeOff, Landmark, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { isPermanentError } from '../../../platform/api/api-error.ts';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { formatInstant } from '../../../platform/formats/format-instant.ts';
import {
  formatAccount,
  formatDay,
  formatMoney,
  formatTimeAgo,
} from '../../../platform/formats/formats.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card, cardClass } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../../ui/feedback/states.tsx';
import { showReadOnlyToast } from '../../../ui/overlay/toast.ts';
import { typeLabel } from '../account-labels.ts';
import { type Account, type AccountHistory, useAccountHistory } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { AccountLogo } from '../list/account-logo.tsx';
import { AccountActions, useSetHidden } from './account-actions.tsx';
import { AccountFacts } from './account-facts.tsx';
import { BalanceChart } from './balance-chart.tsx';

/** One account: its balances, its balance history, and the balance changes without a transaction. */
export function AccountPanel({ id }: { id: string }) {
  const query = useAccountHistory(id);
  const { data, error } = query;
  // An account that was just deleted, for example by unlinking in another tab, is also not found.
  if (error && isPermanentError(error)) {
    return (
      <EmptyState
        icon={Landmark}
        title={accountsCopy.notFound.title}
        className="min-h-80 justify-center"
        action={<ButtonLink to={paths.accounts}>{accountsCopy.allAccounts}</ButtonLink>}
      >
        {accountsCopy.notFound.text}
      </EmptyState>
    );
  }
  return (
    <>
      <QueryError
        subject={accountsCopy.subjects.account}
        query={query}
        bannerClass="mb-5"
        placeholderClass={classNames(cardClass, 'min-h-80 justify-center')}
      />
      {!data && !error && <Loading />}
      {data && <History history={data} updatedAt={query.dataUpdatedAt} />}
    </>
  );
}

function History({ history, updatedAt }: { history: AccountHistory; updatedAt: number }) {
  const { details, unexplained, link_item } = history;
  const { balances_as_of: asOf, institution_name } = details;
  return (
    <>
      <header className="mb-5 flex items-start gap-3">
        <span className="mt-1 shrink-0">
          <AccountLogo account={details} />
        </span>
        <div className="min-w-0 grow">
          <h1 className="text-lg font-semibold wrap-anywhere">
            {formatAccount(details.name, details.mask)}
          </h1>
          <p className="text-muted">
            {typeLabel(details)} ·{' '}
            <Link
              to={paths.institution(link_item.id)}
              className="font-medium text-accent underline-offset-4 hover:underline"
            >
              {institution_name}
            </Link>
          </p>
        </div>
        <AccountActions account={details} />
      </header>
      <Notices account={details} />
      <Card
        title={accountsCopy.balance}
        action={
          asOf && (
            <p className="text-xs text-muted">
              {formatMessage(accountsCopy.asOf, {
                age: formatTimeAgo(Date.parse(asOf), updatedAt),
              })}
            </p>
          )
        }
      >
        <AccountFacts account={details} />
        <BalanceHistory history={history} />
        <UnexplainedChanges unexplained={unexplained} currency={details.currency} />
      </Card>
    </>
  );
}

/** The balances over time. A single one is shown in a sentence. */
function BalanceHistory({ history: { data, details, unexplained } }: { history: AccountHistory }) {
  const [first, second] = data;
  if (!first) return null;
  if (!second)
    return (
      <p className="mt-6 text-xs text-muted">
        {formatMessage(accountsCopy.historyStartsOn, {
          day: formatDay(first.date),
          balance: formatMoney(first.balance, details.currency),
        })}
      </p>
    );
  const note = estimateNote(data);
  return (
    <div className="mt-6">
      <BalanceChart points={data} unexplained={unexplained} currency={details.currency} />
      {note !== null && <p className="mt-2 text-xs text-muted">{note}</p>}
    </div>
  );
}

/** Explains the estimated balances of a history. Null if there are none. */
function estimateNote(data: AccountHistory['data']): string | null {
  const last = data.findLastIndex(({ kind }) => kind === 'estimated');
  if (last === -1) return null;
  const firstKnown = data.findIndex(({ kind }) => kind !== 'estimated');
  const nextDay = data[last + 1];
  return nextDay === undefined || firstKnown < last
    ? accountsCopy.estimated.someDays
    : formatMessage(accountsCopy.estimated.untilFirst, { day: formatDay(nextDay.date) });
}

/** A notice if the account is hidden, closed, or linked twice. */
function Notices({ account }: { account: Account }) {
  const demo = useDemoMode();
  const setHidden = useSetHidden(account);
  if (account.hidden) {
    return (
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-attention-soft px-4 py-2.5">
        <p className="flex min-w-0 grow basis-60 items-start gap-3">
          <EyeOff aria-hidden="true" className="size-5 shrink-0 text-attention" />
          {accountsCopy.hiddenNotice}
        </p>
        <Button
          variant="secondary"
          size="small"
          onClick={demo ? showReadOnlyToast : () => setHidden(false)}
        >
          {accountsCopy.actions.show}
        </Button>
      </div>
    );
  }
  if (!account.duplicate && account.closed_at !== null) {
    return (
      <p className="mb-5 rounded-control bg-sunken px-4 py-2.5">
        {formatMessage(accountsCopy.closedNotice, {
          institution: account.institution_name,
          date: formatInstant(account.closed_at, 'day'),
        })}
      </p>
    );
  }
  if (!account.duplicate) return null;
  return (
    <p className="mb-5 rounded-control bg-attention-soft px-4 py-2.5">
      {accountsCopy.duplicateNotice}
    </p>
  );
}

/** Balance changes that the posted transactions don't explain, newest first. */
function UnexplainedChanges({
  unexplained,
  currency,
}: {
  unexplained: AccountHistory['unexplained'];
  currency: string;
}) {
  if (unexplained.length === 0) return null;
  const copy = accountsCopy.unexplained;
  return (
    <section aria-label={copy.label} className="mt-5 border-t border-line pt-4">
      <h3 className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden="true" className="size-4 text-attention" />
        {copy.title}
      </h3>
      <ul className="figures mt-2 flex flex-col gap-1">
        {unexplained.toReversed().map(({ date, amount }) => (
          <li key={date}>
            {formatMessage(copy.onDay, {
              amount: formatMoney(Math.abs(amount), currency),
              date: formatDay(date),
            })}{' '}
            <span className="text-muted">{amount > 0 ? copy.rose : copy.fell}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{accountsCopy.loadingAccount}</LoadingAnnouncement>
      <div className="mb-5 flex gap-3">
        <Skeleton className="mt-1 size-9 rounded-lg" />
        <div className="flex flex-col gap-2 py-1">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
      <Card title={accountsCopy.balance}>
        <div className="flex flex-wrap gap-x-10 gap-y-4">
          {placeholderKeys(3).map((key) => (
            <div key={key}>
              <Skeleton className="h-4 w-24" />
              <Skeleton className="mt-1 h-9 w-32" />
            </div>
          ))}
        </div>
        <Skeleton className="mt-6 h-60 w-full" />
        <Skeleton className="mt-2 h-8 w-28" />
      </Card>
    </>
  );
}
