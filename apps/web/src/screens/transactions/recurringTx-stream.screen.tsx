import { ArrowLeft, CalendarClock } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useStream } from '../../features/recurring/recurring.api.ts';
import { StreamDetail } from '../../features/recurring/stream-detail.tsx';
import { streamTitle } from '../../features/recurring/stream-labels.ts';
import { OpenTransaction } from '../../features/transactions/dialog/open-transaction.tsx';
import { useTransactionParam } from '../../features/transactions/dialog/transaction-param.ts';
import { paths } from '../../paths.ts';
import { isPermanentError } from '../../platform/api/api-error.ts';
import { localToday } from '../../platform/formats/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

const recurringCopy = screensCopy.recurring;

/** A recurring stream: its details, the user's changes to it, and its payments. */
export function Component() {
  const { recurringTxId = '' } = useParams();
  const query = useStream(recurringTxId);
  const { data, error } = query;
  const { open } = useTransactionParam();
  const title = data ? streamTitle(data.tx) : recurringCopy.fallbackTitle;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Link
        to={paths.recurring}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {recurringCopy.title}
      </Link>
      <h1 className="mb-5 text-lg font-semibold wrap-anywhere">{title}</h1>
      {error && isPermanentError(error) && !data ? (
        <EmptyState
          icon={CalendarClock}
          title={recurringCopy.notFound}
          className="min-h-80 justify-center"
          action={<ButtonLink to={paths.recurring}>{recurringCopy.all}</ButtonLink>}
        >
          {recurringCopy.notFoundDetail}
        </EmptyState>
      ) : (
        <QueryError
          subject={recurringCopy.details}
          query={query}
          bannerClass="mb-5"
          placeholderClass={classNames(cardClass, 'min-h-80 justify-center')}
        />
      )}
      {!data && !error && (
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-12">
          <LoadingAnnouncement>{recurringCopy.loading}</LoadingAnnouncement>
          <Skeleton className="h-100 rounded-card lg:col-span-5" />
          <Skeleton className="h-100 rounded-card lg:col-span-7" />
        </div>
      )}
      {data && (
        <>
          <StreamDetail
            detail={data}
            today={localToday(new Date(query.dataUpdatedAt))}
            onOpenPayment={({ id }) => open(id)}
          />
          <OpenTransaction rows={data.payments} />
        </>
      )}
    </>
  );
}
