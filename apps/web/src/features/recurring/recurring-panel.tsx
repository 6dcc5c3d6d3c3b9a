import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { todayHere } from '../../platform/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { entriesByDay } from './calendar-days.ts';
import { DueCalendar } from './due-calendar.tsx';
import { type RecurringList, type Stream, useRecurring } from './recurring.api.ts';
import { StreamList } from './stream-list.tsx';

/** Everything that repeats: what is still to come, the calendar, and the lists. */
export function RecurringPanel() {
  const query = useRecurring();
  const { data, error } = query;
  // The day of the answer, not of the clock: a page left open over midnight stays right.
  const today = todayHere(new Date(query.dataUpdatedAt || Date.now()));
  if (data && data.recurring.length + data.ended.length === 0) return <Nothing />;
  return (
    <>
      <QueryError
        what="What repeats"
        query={query}
        stale="mb-5"
        missing={classNames(cardClass, 'min-h-80 justify-center')}
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
      <Remaining list={list} />
      <Card title="Calendar">
        <DueCalendar entries={entries} today={today} />
      </Card>
      <Lists list={list} today={today} />
    </div>
  );
}

/** What is still to be paid this month. */
function Remaining({ list }: { list: RecurringList }) {
  const { upcoming, estimated_remaining: remaining, not_counted } = list;
  const out = upcoming.filter(({ last_amount }) => last_amount.amount > 0);
  const late = out.filter(({ overdue }) => overdue).length;
  return (
    <Card aria-label="Estimated remaining">
      <h2 className="font-medium text-muted">Estimated remaining this month</h2>
      <p className="mt-1 text-2xl">
        <ProvenMoney of="estimated_remaining" amount={remaining} currency={list.currency} hero />
      </p>
      <p className="mt-2 text-muted">
        {out.length === 0
          ? 'No more payments are expected this month.'
          : `${counted(out.length, 'payment')} expected${late === 0 ? '' : `, ${late} of them overdue`}.`}
        {not_counted > 0 && ` ${counted(not_counted, 'payment')} in another currency left out.`}
      </p>
    </Card>
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const lists = [
  {
    value: 'upcoming',
    label: 'Upcoming',
    none: 'Nothing more is expected this month.',
    of: (list: RecurringList) => list.upcoming,
  },
  {
    value: 'later',
    label: 'Later',
    none: 'Nothing is expected after this month.',
    of: (list: RecurringList) => list.later,
  },
  {
    value: 'all',
    label: 'All',
    none: 'Nothing repeats right now.',
    of: (list: RecurringList) => list.recurring,
  },
  {
    value: 'ended',
    label: 'Ended',
    none: 'Nothing has ended, and you dismissed nothing.',
    of: (list: RecurringList) => list.ended,
  },
];

/** The lists; which of them is open stands in the address. */
function Lists({ list, today }: { list: RecurringList; today: string }) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('show');
  const shown = lists.find(({ value }) => value === asked)?.value ?? 'upcoming';
  return (
    <section aria-label="Recurring" className={classNames(cardClass, 'px-5 pt-2 pb-3 sm:px-6')}>
      <Tabs
        label="Which to show"
        value={shown}
        onChange={(show) => setParams({ show }, { replace: true, preventScrollReset: true })}
        panelClass="pt-2"
        tabs={lists.map(({ value, label, none, of }) => ({
          value,
          label,
          content: <Rows streams={of(list)} today={today} none={none} />,
        }))}
      />
    </section>
  );
}

function Rows({
  streams,
  today,
  none,
}: {
  streams: readonly Stream[];
  today: string;
  none: string;
}) {
  if (streams.length === 0) return <p className="py-8 text-center text-muted">{none}</p>;
  return <StreamList streams={streams} today={today} />;
}

function Nothing() {
  return (
    <Card aria-label="Recurring">
      <EmptyState
        icon={CalendarClock}
        title="Nothing repeats yet"
        action={
          <ButtonLink variant="secondary" to={paths.transactions}>
            All transactions
          </ButtonLink>
        }
      >
        Bills, subscriptions and pay appear here once your bank has seen them a few times.
      </EmptyState>
    </Card>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingNote>Loading what repeats</LoadingNote>
      <Skeleton className="h-38 rounded-card" />
      <Skeleton className="h-105 rounded-card md:h-150" />
      <Skeleton className="h-100 rounded-card" />
    </div>
  );
}
