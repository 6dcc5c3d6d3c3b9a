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
import { isRefusal } from '../../platform/api-error.ts';
import { formatMoment } from '../../platform/moments.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type TransactionStory as Story, useTransactionStory } from './transactions.api.ts';

type Chapter = Story['events'][number];

const looks: Record<Chapter['event'], { title: string; icon: LucideIcon }> = {
  arrived_pending: { title: 'Arrived, pending', icon: CircleDashed },
  arrived: { title: 'Arrived', icon: Inbox },
  posted: { title: 'Posted', icon: CircleCheck },
  changed: { title: 'Changed', icon: PencilLine },
  removed: { title: 'Taken back', icon: Undo2 },
  returned: { title: 'Came back', icon: RotateCcw },
  recategorized: { title: 'Recategorized', icon: Tag },
  category_restored: { title: 'Category taken back', icon: Tag },
  excluded: { title: 'Excluded', icon: EyeOff },
  included: { title: 'Included again', icon: Eye },
};

/** What happened to a transaction, oldest first; asked for when it is opened. */
export default function TransactionStory({
  id,
  open,
  onOpenChange,
}: {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const query = useTransactionStory(id, { enabled: open });
  return (
    <div className="mt-2 border-t border-line">
      <Disclosure
        open={open}
        onOpenChange={onOpenChange}
        headingClass="rounded-control px-2 font-medium"
        heading="What happened"
      >
        {open && <Chapters query={query} />}
      </Disclosure>
    </div>
  );
}

function Chapters({ query }: { query: ReturnType<typeof useTransactionStory> }) {
  const { data, error, isFetching } = query;
  if (data !== undefined) {
    return data.events.length === 0 ? (
      <p className="px-2 pb-3 text-muted">Nothing is known of it but what it is.</p>
    ) : (
      <ol className="px-2 pt-1 pb-2">
        {data.events.map((chapter) => (
          <ChapterLine key={`${chapter.at} ${chapter.event}`} chapter={chapter} />
        ))}
      </ol>
    );
  }
  if (error !== null && isRefusal(error)) {
    return <p className="px-2 pb-3 text-muted">Nothing is known of it any more.</p>;
  }
  if (error !== null) {
    return (
      <ErrorState
        title="What happened could not be loaded"
        detail={error.message}
        retry={() => query.refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <div className="px-2 pt-1 pb-3">
      <LoadingNote>Loading what happened</LoadingNote>
      {placeholders(2).map((key) => (
        <Skeleton key={key} className="mb-3 h-10 w-full" />
      ))}
    </div>
  );
}

function ChapterLine({ chapter: { at, event, detail } }: { chapter: Chapter }) {
  const { title, icon: Icon } = looks[event];
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
            {formatMoment(at)}
          </time>
        </p>
        <p className="wrap-anywhere text-muted">{detail}</p>
      </div>
    </li>
  );
}
