import {
  CircleCheck,
  CircleDashed,
  Eye,
  EyeOff,
  Inbox,
  type LucideIcon,
  PencilLine,
  RotateCcw,
  Tag,
  Undo2,
} from 'lucide-react';
import { isPermanentError } from '../../../platform/api/api-error.ts';
import { formatInstant } from '../../../platform/formats/format-instant.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import {
  type TransactionHistory as HistoryResponse,
  useTransactionHistory,
} from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const copy = transactionsCopy.history;
type HistoryEvent = HistoryResponse['events'][number];

const eventStyles: Record<HistoryEvent['event'], { title: string; icon: LucideIcon }> = {
  arrived_pending: { title: copy.events.arrivedPending, icon: CircleDashed },
  arrived: { title: copy.events.arrived, icon: Inbox },
  posted: { title: copy.events.posted, icon: CircleCheck },
  changed: { title: copy.events.changed, icon: PencilLine },
  removed: { title: copy.events.removed, icon: Undo2 },
  returned: { title: copy.events.returned, icon: RotateCcw },
  recategorized: { title: copy.events.recategorized, icon: Tag },
  category_restored: { title: copy.events.categoryRestored, icon: Tag },
  excluded: { title: copy.events.excluded, icon: EyeOff },
  included: { title: copy.events.included, icon: Eye },
  tags_changed: { title: copy.events.tagsChanged, icon: Tag },
  note_changed: { title: copy.events.noteChanged, icon: PencilLine },
  reviewed: { title: copy.events.reviewed, icon: CircleCheck },
  unreviewed: { title: copy.events.unreviewed, icon: CircleDashed },
};

/** The history of a transaction, oldest event first. It is fetched when it is expanded. */
export default function TransactionHistory({
  id,
  open,
  onOpenChange,
}: {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const query = useTransactionHistory(id, { enabled: open });
  return (
    <div className="mt-2 border-t border-line">
      <Disclosure
        open={open}
        onOpenChange={onOpenChange}
        headingClass="rounded-control px-2 font-medium"
        heading={copy.title}
      >
        {open && <Events query={query} />}
      </Disclosure>
    </div>
  );
}

function Events({ query }: { query: ReturnType<typeof useTransactionHistory> }) {
  const { data, error, isFetching } = query;
  if (data !== undefined) {
    return data.events.length === 0 ? (
      <p className="px-2 pb-3 text-muted">{copy.empty}</p>
    ) : (
      <ol className="px-2 pt-1 pb-2">
        {data.events.map((event) => (
          <EventLine key={`${event.at} ${event.event}`} event={event} />
        ))}
      </ol>
    );
  }
  if (error !== null && isPermanentError(error)) {
    return <p className="px-2 pb-3 text-muted">{copy.unavailable}</p>;
  }
  if (error !== null) {
    return (
      <ErrorState
        title={copy.loadFailed}
        detail={error.message}
        retry={() => query.refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <div className="px-2 pt-1 pb-3">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      {placeholderKeys(2).map((key) => (
        <Skeleton key={key} className="mb-3 h-10 w-full" />
      ))}
    </div>
  );
}

function EventLine({ event: { at, event: kind, detail } }: { event: HistoryEvent }) {
  const { title, icon: Icon } = eventStyles[kind];
  return (
    <li className="group relative flex gap-3 pb-4 last:pb-1">
      <span
        aria-hidden="true"
        className="absolute top-7 bottom-0 left-3.5 w-px bg-line group-last:hidden"
      />
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-muted"
      >
        <Icon className="size-3.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">{title}</span>
          <time dateTime={at} className="figures text-xs leading-5 text-muted">
            {formatInstant(at)}
          </time>
        </p>
        <p className="wrap-anywhere text-muted">{detail}</p>
      </div>
    </li>
  );
}
