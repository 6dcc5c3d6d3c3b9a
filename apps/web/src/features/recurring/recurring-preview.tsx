import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { localToday } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { Message } from '../../ui/message.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { entriesByDay } from './calendar-days.ts';
import { DueCalendar } from './due-calendar.tsx';
import { newestPaid, PaidList } from './paid-list.tsx';
import { type RecurringList, useRecurring } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';
import { StreamList } from './stream-list.tsx';

/** How many payments are listed. If fewer are upcoming, the newest paid ones follow. */
const maxPayments = 5;

/**
 * The dashboard's recurring card: at most five of this month's payments, upcoming before paid ones, and a calendar.
 */
export function RecurringPreview() {
  const query = useRecurring();
  const { data, error } = query;
  const today = localToday(new Date(query.dataUpdatedAt || Date.now()));
  return (
    <Card
      title={recurringCopy.title}
      bodyClass="@container min-h-100 p-5 sm:p-6"
      action={
        <Link
          to={paths.recurring}
          className="py-1 font-medium text-accent hover:underline touch:py-3"
        >
          {recurringCopy.showAll}
        </Link>
      }
    >
      <QueryError
        subject={recurringCopy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass="min-h-88 justify-center"
      />
      {!data && !error && (
        <>
          <LoadingAnnouncement>{recurringCopy.loading}</LoadingAnnouncement>
          <Skeleton className="h-88" />
        </>
      )}
      {data && <Preview list={data} today={today} />}
    </Card>
  );
}

function Preview({ list, today }: { list: RecurringList; today: string }) {
  const entries = useMemo(() => entriesByDay(list), [list]);
  const upcoming = list.upcoming.slice(0, maxPayments);
  const paid = newestPaid(list, maxPayments - upcoming.length);
  if (list.recurring.length === 0)
    return (
      <EmptyState
        icon={CalendarClock}
        title={recurringCopy.emptyTitle}
        className="min-h-88 justify-center"
      >
        {recurringCopy.empty}
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-[minmax(0,1fr)_18rem] md:@min-[41rem]:grid-cols-[minmax(0,1fr)_23rem] md:@min-[45rem]:grid-cols-[minmax(0,1fr)_24rem] md:@min-[60rem]:grid-cols-[minmax(0,1fr)_30rem]">
      <div className="min-w-0">
        <p className="text-muted">
          <Message
            text={recurringCopy.remaining.withAmount}
            values={{
              amount: (
                <ProvenMoney
                  of="estimated_remaining"
                  amount={list.estimated_remaining}
                  currency={list.currency}
                  className="font-semibold text-ink"
                />
              ),
            }}
          />
        </p>
        {upcoming.length === 0 ? (
          <p className="py-4 text-muted">{recurringCopy.lists.noneUpcoming}</p>
        ) : (
          <StreamList streams={upcoming} today={today} />
        )}
        {paid.length > 0 && <PaidList payments={paid} />}
      </div>
      <DueCalendar entries={entries} today={today} compact />
    </div>
  );
}
