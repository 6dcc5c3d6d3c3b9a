import { formatMessage } from '@cairn/contract/text/copy';
import { Link } from 'react-router';
import { formatDueDate } from '../../domain/format-due-date.ts';
import { frequencyLabel } from '../../domain/frequency-label.ts';
import { paths } from '../../paths.ts';
import { formatDay } from '../../platform/formats/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { MerchantLogo } from '../../ui/merchant-logo.tsx';
import { Money } from '../../ui/money.tsx';
import type { Stream } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';
import { kindLabel, streamStateBadge, streamTitle } from './stream-labels.ts';

/** A list of streams, each linking to its page. */
export function StreamList({ streams, today }: { streams: readonly Stream[]; today: string }) {
  return (
    <ul>
      {streams.map((stream) => (
        <li
          key={`${stream.stream_id} ${stream.predicted_next_date}`}
          className="not-last:border-b border-line"
        >
          <StreamRow stream={stream} today={today} />
        </li>
      ))}
    </ul>
  );
}

function StreamRow({ stream, today }: { stream: Stream; today: string }) {
  const state = streamStateBadge(stream);
  const kind = kindLabel(stream);
  const day = stream.predicted_next_date;
  return (
    <Link
      to={paths.recurringStream(stream.stream_id)}
      className="-mx-2 flex min-h-16 items-center gap-3 rounded-control px-2 py-2.5 hover:bg-sunken/60"
    >
      <MerchantLogo merchant={stream} category={stream.category ?? 'other'} />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium max-sm:line-clamp-2 max-sm:wrap-anywhere sm:truncate">
            {streamTitle(stream)}
          </span>
          {state && <Badge tone={state.tone}>{state.label}</Badge>}
          {kind && <Badge className="max-sm:hidden">{kind}</Badge>}
        </span>
        <span className="block text-xs text-pretty text-muted sm:truncate">
          {noteOf(stream)}
          {/* A phone has no room for the badge. */}
          {kind && (
            <span className="sm:hidden">
              {formatMessage(recurringCopy.stream.andKind, { kind })}
            </span>
          )}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <Money amount={stream.last_amount.amount} currency={stream.currency} flow />
        {day && (
          <span className="block text-xs text-muted">
            {formatMessage(recurringCopy.stream.dayAndDueShort, {
              day: formatDay(day, 'short'),
              due: formatDueDate(day, today),
            })}
          </span>
        )}
      </span>
    </Link>
  );
}

/** The frequency, and the last date of a stream that has ended. */
function noteOf({ frequency, status, last_date, dismissed }: Stream): string {
  const label = frequencyLabel(frequency);
  if (dismissed || status === 'active' || last_date === null) return label;
  return formatMessage(recurringCopy.stream.frequencyLastOn, {
    frequency: label,
    day: formatDay(last_date),
  });
}
