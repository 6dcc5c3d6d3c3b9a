import { formatMessage } from '@cairn/contract/text/copy';
import { Money } from '../../ui/money.tsx';
import type { CalendarEntry } from './calendar-days.ts';
import {
  DayNumber,
  type DayProps,
  describeEntry,
  EntryMark,
  entryTones,
} from './calendar-entry.tsx';
import { recurringCopy } from './recurring.copy.ts';

/** How many lines of amounts fit into a day. */
const linesPerDay = 2;

const keyOf = ({ stream, state }: CalendarEntry): string => stream.stream_id + state;

/**
 * A day of the compact calendar: a mark per payment, and its amount in whole units where the calendar is wide enough.
 * The tooltip and screen readers have names and exact amounts.
 */
export function AmountDay({ day, today, entries }: DayProps) {
  const shown = entries.length > linesPerDay ? entries.slice(0, linesPerDay - 1) : entries;
  return (
    <div
      className="relative flex h-11 flex-col items-center gap-1 @min-[23rem]:h-15 @min-[23rem]:gap-0"
      title={entries.map(describeEntry).join('\n')}
    >
      <DayNumber day={day} today={today} />
      {entries.length > 0 && (
        <>
          <span className="flex h-3 items-center gap-0.5 @min-[23rem]:hidden">
            {entries.slice(0, 3).map((entry) => (
              <EntryMark key={keyOf(entry)} entry={entry} />
            ))}
          </span>
          <Amounts entries={shown} hiddenCount={entries.length - shown.length} />
          <span className="sr-only">{entries.map(describeEntry).join('; ')}</span>
        </>
      )}
    </div>
  );
}

/** One entry per mark: two paid payments on one day share a check mark. */
const withDistinctMarks = (entries: DayProps['entries']): CalendarEntry[] => [
  ...new Map(
    entries.map((entry) => [entry.state === 'due' ? entry.stream.stream_type : entry.state, entry]),
  ).values(),
];

/** The amounts below each other. The marks are beside the number of the day, because amounts need the full width. */
function Amounts({
  entries,
  hiddenCount,
}: Pick<DayProps, 'entries'> & {
  /** How many more entries the day has. */
  hiddenCount: number;
}) {
  return (
    <span aria-hidden="true" className="flex flex-col items-center text-xs/4 @max-[23rem]:hidden">
      <span className="absolute top-0 left-[calc(50%+0.75rem)] flex h-6 flex-col items-center justify-center gap-px">
        {withDistinctMarks(entries).map((entry) => (
          <EntryMark key={keyOf(entry)} entry={entry} />
        ))}
      </span>
      {entries.map((entry) => (
        <Money
          key={keyOf(entry)}
          amount={entry.amount}
          currency={entry.stream.currency}
          flow
          decimals={0}
          className={entryTones[entry.state]}
        />
      ))}
      {hiddenCount > 0 && (
        <span className="whitespace-nowrap text-muted">
          {formatMessage(recurringCopy.calendar.moreShort, { count: hiddenCount })}
        </span>
      )}
    </span>
  );
}
