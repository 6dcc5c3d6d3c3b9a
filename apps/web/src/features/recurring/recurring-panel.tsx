import { CalendarClock } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { localToday } from '../../platform/formats/formats.ts';
import { Card, cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { entriesByDay } from './calendar-days.ts';
import { DueCalendar } from './due-calendar.tsx';
import { type RecurringList, type Stream, useRecurring } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';
import { RecurringFigures } from './recurring-figures.tsx';
import { StreamList } from './stream-list.tsx';

const { lists: listsCopy } = recurringCopy;

/**
 * Recurring payments and income: the totals, the calendar, and the lists. `emptyAction` is
 * shown to a user who has none.
 */
export function RecurringPanel({ emptyAction }: { emptyAction: ReactNode }) {
  const query = useRecurring();
  const { data, error } = query;
  // The day of the response, not of the clock, so that a page left open past midnight stays consistent.
  const today = localToday(new Date(query.dataUpdatedAt || Date.now()));
  if (data && data.recurring.length + data.ended.length === 0)
    return <NoStreams action={emptyAction} />;
  return (
    <>
      <QueryError
        subject={recurringCopy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass={classNames(cardClass, 'min-h-80 justify-center')}
      />
      {!data && !error && <Loading />}
      {data && <Panel list={data} today={today} />}
    </>
  );
}

function Panel({ list, today }: { list: RecurringList; today: string }) {
  const entries = useMemo(() => entriesByDay(list), [list]);
  return (
    <div className="flex flex-col gap-6">
      <RecurringFigures list={list} />
      <Card title={recurringCopy.calendar.title}>
        <DueCalendar entries={entries} today={today} />
      </Card>
      <Lists list={list} today={today} />
    </div>
  );
}

const lists = [
  {
    value: 'upcoming',
    label: listsCopy.upcoming,
    emptyText: listsCopy.noneUpcoming,
    select: (list: RecurringList) => list.upcoming,
  },
  {
    value: 'later',
    label: listsCopy.later,
    emptyText: listsCopy.noneLater,
    select: (list: RecurringList) => list.later,
  },
  {
    value: 'all',
    label: listsCopy.all,
    emptyText: listsCopy.noneRecurring,
    select: (list: RecurringList) => list.recurring,
  },
  {
    value: 'ended',
    label: listsCopy.ended,
    emptyText: listsCopy.noneEnded,
    select: (list: RecurringList) => list.ended,
  },
];

/** The lists. The selected one is stored in the URL. */
function Lists({ list, today }: { list: RecurringList; today: string }) {
  const [params, setParams] = useSearchParams();
  const requested = params.get('show');
  const selected = lists.find(({ value }) => value === requested)?.value ?? 'upcoming';
  return (
    <section
      aria-label={recurringCopy.title}
      className={classNames(cardClass, 'px-5 pt-2 pb-3 sm:px-6')}
    >
      <Tabs
        label={listsCopy.label}
        value={selected}
        onChange={(show) => setParams({ show }, { replace: true, preventScrollReset: true })}
        panelClass="pt-2"
        tabs={lists.map(({ value, label, emptyText, select }) => ({
          value,
          label,
          content: <Rows streams={select(list)} today={today} emptyText={emptyText} />,
        }))}
      />
    </section>
  );
}

function Rows({
  streams,
  today,
  emptyText,
}: {
  streams: readonly Stream[];
  today: string;
  emptyText: string;
}) {
  if (streams.length === 0) return <p className="py-8 text-center text-muted">{emptyText}</p>;
  return <StreamList streams={streams} today={today} />;
}

function NoStreams({ action }: { action: ReactNode }) {
  return (
    <Card aria-label={recurringCopy.title}>
      <EmptyState icon={CalendarClock} title={recurringCopy.emptyTitle} action={action}>
        {recurringCopy.empty}
      </EmptyState>
    </Card>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingAnnouncement>{recurringCopy.loading}</LoadingAnnouncement>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-3 lg:gap-6">
        {placeholderKeys(3).map((key) => (
          <Skeleton key={key} className="h-18.5 rounded-card lg:h-36" />
        ))}
      </div>
      <Skeleton className="h-105 rounded-card md:h-184" />
      <Skeleton className="h-100 rounded-card" />
    </div>
  );
}
