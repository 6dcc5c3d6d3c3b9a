import { useState } from 'react';
import { formatInstant } from '../../platform/formats/format-instant.ts';
import { formatTimeAgo } from '../../platform/formats/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { activityDetails, activityLabel } from './activity-labels.ts';
import { type ActivityEntry, useActivity } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.activity;

/** Events that are older than this, in milliseconds, show their date instead of their age. */
const maxShownAge = 24 * 60 * 60_000;
/** How many events are shown at first, and how many each press of 'Show more' adds. */
const initialCount = 8;
const stepCount = 25;

/** The activity log, newest first. */
export function ActivityCard() {
  const activity = useActivity();
  const { data, error, dataUpdatedAt } = activity;
  const [count, setCount] = useState(initialCount);
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const hasMore = events.length > count || activity.hasNextPage;
  const showMore = () => {
    setCount(count + stepCount);
    if (events.length < count + stepCount && activity.hasNextPage) activity.fetchNextPage();
  };
  return (
    <Card
      id="activity"
      tabIndex={-1}
      title={copy.title}
      bodyClass="px-5 pt-1 pb-4 sm:px-6"
      aria-busy={activity.isFetchingNextPage}
    >
      {error && (
        <ErrorState
          title={data ? copy.loadMoreFailed : copy.loadFailed}
          detail={error.message}
          since={data ? dataUpdatedAt : undefined}
          className={data ? 'my-2' : 'py-6'}
          retry={() => (data ? activity.fetchNextPage() : activity.refetch())}
          retrying={activity.isFetching}
        />
      )}
      {!data && !error && <Loading />}
      {data && events.length === 0 && (
        <EmptyState title={copy.emptyTitle} className="py-6">
          {copy.emptyText}
        </EmptyState>
      )}
      <ol className="divide-y divide-line">
        {events.slice(0, count).map((event) => (
          <ActivityRow key={event.id} event={event} now={dataUpdatedAt} />
        ))}
      </ol>
      {hasMore && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          busy={activity.isFetchingNextPage}
          onClick={showMore}
        >
          {copy.showMore}
        </Button>
      )}
    </Card>
  );
}

function ActivityRow({ event, now }: { event: ActivityEntry; now: number }) {
  const { text, icon: Icon } = activityLabel(event.event);
  const at = Date.parse(event.at);
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="flex min-w-0 grow flex-col gap-x-4 sm:flex-row sm:items-baseline">
        <p className="min-w-0 sm:grow">
          {text}
          {activityDetails(event).map((detail) => (
            <span key={detail} className="break-words text-muted">
              {' '}
              · {detail}
            </span>
          ))}
        </p>
        <time
          dateTime={event.at}
          title={formatInstant(event.at)}
          className="text-xs whitespace-nowrap text-muted"
        >
          {now - at < maxShownAge ? formatTimeAgo(at, now) : formatInstant(event.at)}
        </time>
      </div>
    </li>
  );
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      {placeholderKeys(4).map((key) => (
        <div key={key} className="flex items-center gap-3 py-2.5">
          <Skeleton className="size-4 rounded" />
          <Skeleton className="h-5 w-48" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
