import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { todayHere } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { entriesByDay } from './calendar-days.ts';
import { DueCalendar } from './due-calendar.tsx';
import { type RecurringList, useRecurring } from './recurring.api.ts';
import { StreamList } from './stream-list.tsx';

/** As many as the preview shows. */
const atMost = 5;

/** The next payments of this month, at most five, and on which days they come. */
export function RecurringPreview() {
  const query = useRecurring();
  const { data, error } = query;
  const today = todayHere(new Date(query.dataUpdatedAt || Date.now()));
  return (
    <Card
      title="Recurring"
      bodyClass="min-h-100 p-5 sm:p-6"
      action={
        <Link
          to={paths.recurring}
          className="py-1 font-medium text-accent hover:underline touch:py-3"
        >
          Show all
        </Link>
      }
    >
      <QueryError
        what="What repeats"
        query={query}
        stale="mb-5"
        missing="min-h-64 justify-center"
      />
      {!data && !error && (
        <>
          <LoadingNote>Loading what repeats</LoadingNote>
          <Skeleton className="h-88" />
        </>
      )}
      {data && <Preview list={data} today={today} />}
    </Card>
  );
}

function Preview({ list, today }: { list: RecurringList; today: string }) {
  const entries = useMemo(() => entriesByDay(list), [list]);
  if (list.recurring.length === 0)
    return (
      <EmptyState icon={CalendarClock} title="Nothing repeats yet">
        Bills, subscriptions and pay appear here once your bank has seen them a few times.
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <p className="text-muted">
          Estimated remaining this month:{' '}
          <ProvenMoney
            of="estimated_remaining"
            amount={list.estimated_remaining}
            currency={list.currency}
            className="font-semibold text-ink"
          />
        </p>
        {list.upcoming.length === 0 ? (
          <p className="py-8 text-muted">Nothing more is expected this month.</p>
        ) : (
          <StreamList streams={list.upcoming.slice(0, atMost)} today={today} />
        )}
      </div>
      <DueCalendar entries={entries} today={today} compact />
    </div>
  );
}
