import type { ProofOf } from '@cairn/contract/proof';
import { formatMessage } from '@cairn/contract/text/copy';
import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatDay } from '../../platform/formats/formats.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Money } from '../../ui/money.tsx';
import { proofCopy } from './proof.copy.ts';

const copy = proofCopy.streams;
const reasons = { money_in: copy.moneyIn, currency: copy.otherCurrency } as const;

/** The payments still expected, each with its due date, and the ones left out. */
export function ProofStreams({
  proof: { streams, omitted_streams },
}: {
  proof: ProofOf<'streams'>;
}) {
  if (streams.length + omitted_streams.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title={copy.emptyTitle}>
        {copy.empty}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={proofCopy.inThisTotal}>
        {streams.map((stream) => (
          <Line key={`${stream.stream_id} ${stream.day}`} stream={stream} note={dueLabel(stream)} />
        ))}
      </ul>
      {streams.length === 0 && <p className="text-muted">{copy.noneDue}</p>}
      {omitted_streams.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 font-semibold">{proofCopy.leftOut}</h3>
          <ul>
            {omitted_streams.map(({ reason, stream }) => (
              <Line
                key={`${stream.stream_id} ${stream.day}`}
                stream={stream}
                note={`${reasons[reason]} · ${dueLabel(stream)}`}
                className="text-muted"
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type ProvenStream = ProofOf<'streams'>['streams'][number];

const dueLabel = ({ day, overdue }: ProvenStream): string =>
  formatMessage(overdue ? copy.overdue : copy.due, { day: formatDay(day, 'short') });

/** One payment. Its name links to the stream. */
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
