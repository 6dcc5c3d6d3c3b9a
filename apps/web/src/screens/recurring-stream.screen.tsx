import { ArrowLeft, CalendarClock } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useStream } from '../features/recurring/recurring.api.ts';
import { StreamDetail } from '../features/recurring/stream-detail.tsx';
import { titleOf } from '../features/recurring/stream-words.ts';
import { ShownTransaction } from '../features/transactions/shown-transaction.tsx';
import { useTransactionInAddress } from '../features/transactions/transaction-address.ts';
import { paths } from '../paths.ts';
import { isRefusal } from '../platform/api-error.ts';
import { todayHere } from '../platform/formats.ts';
import { ButtonLink } from '../ui/button.tsx';
import { cardClass } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../ui/states.tsx';
import { screensCopy } from './screens.copy.ts';

const recurringCopy = screensCopy.recurring;

/** A recurring stream: its details, the user's changes to it, and its payments. */
export function Component() {
  const { recurringTxId = '' } = useParams();
  const query = useStream(recurringTxId);
  const { data, error } = query;
  const { open } = useTransactionInAddress();
  const title = data ? titleOf(data.tx) : recurringCopy.title;
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
      {error && isRefusal(error) && !data ? (
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
          what={recurringCopy.details}
          query={query}
          stale="mb-5"
          missing={classNames(cardClass, 'min-h-80 justify-center')}
        />
      )}
      {!data && !error && (
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-12">
          <LoadingNote>{recurringCopy.loading}</LoadingNote>
          <Skeleton className="h-100 rounded-card lg:col-span-5" />
          <Skeleton className="h-100 rounded-card lg:col-span-7" />
        </div>
      )}
      {data && (
        <>
          <StreamDetail
            detail={data}
            today={todayHere(new Date(query.dataUpdatedAt))}
            onOpen={({ id }) => open(id)}
          />
          <ShownTransaction rows={data.payments} />
        </>
      )}
    </>
  );
}
