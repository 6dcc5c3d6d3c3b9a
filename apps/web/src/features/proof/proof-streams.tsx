import type { ProofOf } from '@cairn/contract/proof';
import { formatMessage } from '@cairn/contract/text/copy';
import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { frequencyLabel } from '../../domain/frequency-label.ts';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { paths } from '../../paths.ts';
import { formatDay, formatMoney } from '../../platform/formats/formats.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Money } from '../../ui/money.tsx';
import { proofCopy } from './proof.copy.ts';

const copy = proofCopy.streams;

/** Why a payment is left out. */
const reasons: Record<ProofOf<'streams'>['omitted_streams'][number]['reason'], string> = {
  money_in: copy.moneyIn,
  // This is empty, because the payment's note already says since when the payment is overdue.
  overdue: '',
  currency: copy.otherCurrency,
  unknown_frequency: copy.unknownFrequency,
};

/** The payments in a total of recurring payments, and the ones left out. */
export function ProofStreams({
  proof: { streams, omitted_streams },
  total: { of },
}: {
  proof: ProofOf<'streams'>;
  total: ProvenTotal;
}) {
  const isMonthly = of === 'monthly_subscriptions';
  const texts = isMonthly
    ? { title: copy.emptySubscriptionsTitle, text: copy.emptySubscriptions, none: copy.noneCounted }
    : { title: copy.emptyTitle, text: emptyTexts.get(of) ?? copy.empty, none: copy.noneDue };
  const noteOf = isMonthly ? amountLabel : dueLabel;
  if (streams.length + omitted_streams.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title={texts.title}>
        {texts.text}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={proofCopy.inThisTotal}>
        {streams.map((stream) => (
          <Line
            key={`${stream.stream_id} ${stream.day}`}
            stream={stream}
            amount={stream.counted}
            note={noteOf(stream)}
          />
        ))}
      </ul>
      {streams.length === 0 && <p className="text-muted">{texts.none}</p>}
      {omitted_streams.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 font-semibold">{proofCopy.leftOut}</h3>
          <ul>
            {omitted_streams.map(({ reason, stream }) => (
              <Line
                key={`${stream.stream_id} ${stream.day}`}
                stream={stream}
                amount={stream.amount}
                note={[reasons[reason], noteOf(stream)].filter((text) => text !== '').join(' · ')}
                className="text-muted"
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type ProvenStream = ProofOf<'streams'>['omitted_streams'][number]['stream'];

const emptyTexts = new Map([['due_next_7_days', copy.emptyDueSoon]]);

function dueLabel({ day, overdue }: ProvenStream): string {
  if (day === null) return '';
  return formatMessage(overdue ? copy.overdue : copy.due, { day: formatDay(day, 'short') });
}

const amountLabel = ({ amount, currency, frequency }: ProvenStream): string =>
  formatMessage(copy.amountAndFrequency, {
    amount: formatMoney(amount, currency),
    frequency: frequencyLabel(frequency),
  });

/** One payment. Its name links to the stream. */
function Line({
  stream: { stream_id, name, currency },
  amount,
  note,
  className = '',
}: {
  stream: ProvenStream;
  amount: number;
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
