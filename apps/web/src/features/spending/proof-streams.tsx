import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatDay } from '../../platform/formats.ts';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Proof } from './proof.api.ts';

const reasons = { money_in: 'Money in', currency: 'In another currency' } as const;

/** The payments that are still expected, each with its day, and what is due besides them. */
export function ProvenStreams({ proof: { streams, streams_left_out } }: { proof: Proof }) {
  if (streams.length + streams_left_out.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title="Nothing more is expected">
        No payment that repeats is due until the end of this month.
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="In this total">
        {streams.map((stream) => (
          <Line key={`${stream.stream_id} ${stream.day}`} stream={stream} note={dueWords(stream)} />
        ))}
      </ul>
      {streams.length === 0 && <p className="text-muted">No payment is due until then.</p>}
      {streams_left_out.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 font-semibold">Left out</h3>
          <ul>
            {streams_left_out.map(({ reason, stream }) => (
              <Line
                key={`${stream.stream_id} ${stream.day}`}
                stream={stream}
                note={`${reasons[reason]} · ${dueWords(stream)}`}
                className="text-muted"
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type ProvenStream = Proof['streams'][number];

const dueWords = ({ day, overdue }: ProvenStream): string =>
  overdue ? `Overdue since ${formatDay(day, 'short')}` : `Due ${formatDay(day, 'short')}`;

/** One payment; its name leads to the stream. */
function Line({
  stream: { stream_id, name, amount, currency },
  note,
  className = '',
}: {
  stream: ProvenStream;
  note: string;
  className?: string;
}) {
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 not-last:border-b border-line">
      <span className="min-w-0">
        <Link
          to={paths.recurringStream(stream_id)}
          className="inline-flex min-h-6 max-w-full items-center font-medium underline-offset-4 hover:underline touch:min-h-11"
        >
          <span className="truncate">{name}</span>
        </Link>
        <span className="block text-xs text-muted">{note}</span>
      </span>
      <Money amount={amount} currency={currency} flow className={className} />
    </li>
  );
}
