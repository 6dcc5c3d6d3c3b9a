import { formatMessage } from '@cairn/contract/text/copy';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatDay } from '../../platform/formats/formats.ts';
import { MerchantLogo } from '../../ui/merchant-logo.tsx';
import { Money } from '../../ui/money.tsx';
import type { RecurringList, Stream } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';
import { streamTitle } from './stream-labels.ts';

/** A payment of a stream this month. */
export interface PaidStream {
  readonly stream: Stream;
  readonly day: string;
  readonly amount: number;
}

/** The newest payments of this month, at most `count`. */
export function newestPaid(
  { paid, recurring }: Pick<RecurringList, 'paid' | 'recurring'>,
  count: number,
): PaidStream[] {
  const streams = new Map(recurring.map((stream) => [stream.stream_id, stream]));
  return paid
    .flatMap(({ stream_id, day, amount }) => {
      const stream = streams.get(stream_id);
      return stream ? [{ stream, day, amount }] : [];
    })
    .reverse()
    .slice(0, Math.max(0, count));
}

/** Recurring payments and income that arrived this month. */
export function PaidList({ payments }: { payments: readonly PaidStream[] }) {
  const id = useId();
  return (
    <>
      <h3 id={id} className="mt-4 text-xs font-medium text-muted">
        {recurringCopy.preview.paid}
      </h3>
      <ul aria-labelledby={id}>
        {payments.map(({ stream, day, amount }) => (
          <li
            key={`${stream.stream_id} ${day} ${amount}`}
            className="not-last:border-b border-line"
          >
            <Link
              to={paths.recurringStream(stream.stream_id)}
              className="-mx-2 flex min-h-16 items-center gap-3 rounded-control px-2 py-2.5 hover:bg-sunken/60"
            >
              <MerchantLogo merchant={stream} category={stream.category ?? 'other'} />
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">{streamTitle(stream)}</span>
                <span className="block text-xs text-muted">
                  {formatMessage(recurringCopy.preview.paidOn, { day: formatDay(day, 'short') })}
                </span>
              </span>
              <Money amount={amount} currency={stream.currency} flow className="shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
