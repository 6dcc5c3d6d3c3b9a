import { formatMessage } from '@cairn/contract/text/copy';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useMediaQuery } from '../../platform/browser/media-query.ts';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { AmountDay } from './amount-day.tsx';
import { type CalendarEntry, weekOf, weeksOfMonth } from './calendar-days.ts';
import {
  DayNumber,
  type DayProps,
  describeEntry,
  EntryMark,
  entryTones,
} from './calendar-entry.tsx';
import { recurringCopy } from './recurring.copy.ts';
import { streamTitle } from './stream-labels.ts';

const copy = recurringCopy.calendar;

/** The screen width from which a whole month fits. */
export const monthMediaQuery = '(min-width: 48rem)';

type Entries = ReadonlyMap<string, CalendarEntry[]>;

/** The payments due on each day of this month if it fits, otherwise on each day of this week. */
export function DueCalendar({
  entries,
  today,
  compact = false,
}: {
  entries: Entries;
  today: string;
  /** Shows amounts instead of names, or only marks if the amounts don't fit. */
  compact?: boolean;
}) {
  const isWide = useMediaQuery(monthMediaQuery);
  if (!isWide) return <Week entries={entries} today={today} />;
  const month = <Month entries={entries} today={today} compact={compact} />;
  return compact ? <div className="@container min-w-0">{month}</div> : month;
}

function Month({ entries, today, compact }: { entries: Entries; today: string; compact: boolean }) {
  const weeks = weeksOfMonth(today);
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{copy.month}</caption>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((day) => (
            <th key={day} scope="col" className="pb-2 text-center text-xs font-medium text-muted">
              <abbr className="no-underline" title={weekday(day, 'long')}>
                {weekday(day, compact ? 'narrow' : 'short')}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={compact ? 'p-px align-top' : 'border border-line p-0 align-top'}
              >
                {compact ? (
                  <AmountDay day={day} today={today} entries={entries.get(day) ?? []} />
                ) : (
                  <NamedDay day={day} today={today} entries={entries.get(day) ?? []} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const weekday = (day: string, style: 'long' | 'short' | 'narrow'): string =>
  new Intl.DateTimeFormat(undefined, { weekday: style, timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );

/** How many names fit into a day of the month. */
const namesPerDay = 2;

function NamedDay({ day, today, entries }: DayProps) {
  const shown = entries.length > namesPerDay ? entries.slice(0, namesPerDay - 1) : entries;
  const hidden = entries.slice(shown.length);
  return (
    <div
      className={classNames(
        'h-30 overflow-clip p-1.5',
        day.slice(0, 7) !== today.slice(0, 7) && 'bg-sunken/50',
      )}
    >
      <DayNumber day={day} today={today} />
      <ul className="mt-1">
        {shown.map((entry) => (
          <li key={entry.stream.stream_id + entry.state}>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <p className="px-1 text-xs text-muted" title={hidden.map(describeEntry).join('\n')}>
          <span aria-hidden="true">{formatMessage(copy.more, { count: hidden.length })}</span>
          <span className="sr-only">
            {formatMessage(copy.moreEntries, {
              count: hidden.length,
              entries: hidden.map(describeEntry).join('; '),
            })}
          </span>
        </p>
      )}
    </div>
  );
}

function EntryLink({ entry }: { entry: CalendarEntry }) {
  const { stream, state, amount } = entry;
  return (
    <Link
      to={paths.recurringStream(stream.stream_id)}
      title={describeEntry(entry)}
      className={classNames(
        'grid grid-cols-[0.75rem_minmax(0,1fr)] items-center gap-x-1 rounded px-1 py-0.5 text-xs/4 hover:bg-sunken',
        entryTones[state],
      )}
    >
      <span className="flex justify-center">
        <EntryMark entry={entry} />
      </span>
      <EntryName entry={entry} className="truncate" />
      <Money
        amount={amount}
        currency={stream.currency}
        flow
        // The amount is never truncated, unlike the name. In a narrow column, it is on its own line below the mark.
        className="col-span-2 whitespace-nowrap text-muted lg:col-span-1 lg:col-start-2"
      />
    </Link>
  );
}

/** The name of an entry. Screen readers also get its state, which is otherwise shown by a mark. */
function EntryName({
  entry: { stream, state },
  className,
}: {
  entry: CalendarEntry;
  className: string;
}) {
  return (
    <>
      <span aria-hidden="true" className={className}>
        {streamTitle(stream)}
      </span>
      <span className="sr-only">
        {formatMessage(copy.entryState, { name: streamTitle(stream), state: copy.states[state] })}
      </span>
    </>
  );
}

function Week({ entries, today }: { entries: Entries; today: string }) {
  return (
    <ul aria-label={copy.week}>
      {weekOf(today).map((day) => (
        <li
          key={day}
          className="flex min-h-11 items-center gap-3 py-1.5 not-last:border-b border-line"
        >
          <span className="w-9 shrink-0 text-xs text-muted">{weekday(day, 'short')}</span>
          <DayNumber day={day} today={today} />
          <ul className="min-w-0 grow">
            {(entries.get(day) ?? []).map((entry) => (
              <li key={entry.stream.stream_id + entry.state}>
                <WeekEntry entry={entry} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function WeekEntry({ entry }: { entry: CalendarEntry }) {
  const { stream, state, amount } = entry;
  return (
    <Link
      to={paths.recurringStream(stream.stream_id)}
      className={classNames('flex items-center gap-2 py-1 touch:min-h-11', entryTones[state])}
    >
      <EntryMark entry={entry} />
      <EntryName entry={entry} className="min-w-0 grow truncate" />
      <Money amount={amount} currency={stream.currency} flow className="shrink-0" />
    </Link>
  );
}
