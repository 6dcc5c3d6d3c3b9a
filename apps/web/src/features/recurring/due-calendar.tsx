import { formatMessage } from '@cairn/contract/text/copy';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useMediaQuery } from '../../platform/browser/media-query.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatSignedMoney, Money } from '../../ui/money.tsx';
import { type CalendarEntry, weekOf, weeksOfMonth } from './calendar-days.ts';
import { recurringCopy } from './recurring.copy.ts';
import { streamTitle } from './stream-labels.ts';

const copy = recurringCopy.calendar;

/** The screen width from which a whole month fits. */
export const monthMediaQuery = '(min-width: 48rem)';

type Entries = ReadonlyMap<string, CalendarEntry[]>;

/** The payments due on each day: of this month if it fits, otherwise of this week. */
export function DueCalendar({
  entries,
  today,
  compact = false,
}: {
  entries: Entries;
  today: string;
  /** Shows marks instead of names. */
  compact?: boolean;
}) {
  return useMediaQuery(monthMediaQuery) ? (
    <Month entries={entries} today={today} compact={compact} />
  ) : (
    <Week entries={entries} today={today} />
  );
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
                className={compact ? 'p-0.5 align-top' : 'border border-line p-0 align-top'}
              >
                {compact ? (
                  <MarkedDay day={day} today={today} entries={entries.get(day) ?? []} />
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

interface DayProps {
  day: string;
  today: string;
  entries: readonly CalendarEntry[];
}

function DayNumber({ day, today }: { day: string; today: string }) {
  const isThisMonth = day.slice(0, 7) === today.slice(0, 7);
  return (
    <time
      dateTime={day}
      {...(day === today && { 'aria-current': 'date' as const })}
      className={classNames(
        'figures grid size-6 shrink-0 place-items-center rounded-full text-xs',
        day === today
          ? 'bg-accent font-semibold text-on-accent'
          : isThisMonth
            ? 'text-ink'
            : 'text-muted',
      )}
    >
      {Number(day.slice(8))}
    </time>
  );
}

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
        <p className="px-1 text-xs text-muted" title={hidden.map(describe).join('\n')}>
          <span aria-hidden="true">{formatMessage(copy.more, { count: hidden.length })}</span>
          <span className="sr-only">
            {formatMessage(copy.moreEntries, {
              count: hidden.length,
              entries: hidden.map(describe).join('; '),
            })}
          </span>
        </p>
      )}
    </div>
  );
}

const describe = ({ stream, state, amount }: CalendarEntry): string =>
  formatMessage(copy.entry, {
    name: streamTitle(stream),
    amount: formatSignedMoney(amount, stream.currency),
    state: copy.states[state],
  });

const tones: Record<CalendarEntry['state'], string> = {
  due: 'text-ink',
  overdue: 'text-attention',
  paid: 'text-muted',
};

function EntryLink({ entry }: { entry: CalendarEntry }) {
  const { stream, state, amount } = entry;
  return (
    <Link
      to={paths.recurringStream(stream.stream_id)}
      title={describe(entry)}
      className={classNames(
        'grid grid-cols-[0.75rem_minmax(0,1fr)] items-center gap-x-1 rounded px-1 py-0.5 text-xs/4 hover:bg-sunken',
        tones[state],
      )}
    >
      <span className="flex justify-center">
        <Mark state={state} income={stream.stream_type === 'inflow'} />
      </span>
      <EntryName entry={entry} className="truncate" />
      <Money
        amount={amount}
        currency={stream.currency}
        flow
        // Whole, unlike the name: in a narrow column, it starts below the mark.
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

/** States differ in shape, not only in color: paid is a check mark, overdue a ring, due a dot. */
function Mark({ state, income }: { state: CalendarEntry['state']; income: boolean }) {
  if (state === 'paid') return <Check aria-hidden="true" className="size-3 shrink-0 text-muted" />;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'size-2 shrink-0 rounded-full border',
        state === 'overdue'
          ? 'border-2 border-attention'
          : income
            ? 'border-money-in bg-money-in'
            : 'border-accent bg-accent',
      )}
    />
  );
}

function MarkedDay({ day, today, entries }: DayProps) {
  return (
    <div className="flex h-11 flex-col items-center gap-1" title={entries.map(describe).join('\n')}>
      <DayNumber day={day} today={today} />
      {entries.length > 0 && (
        <>
          <span className="flex h-3 items-center gap-0.5">
            {entries.slice(0, 3).map(({ stream, state }) => (
              <Mark
                key={stream.stream_id + state}
                state={state}
                income={stream.stream_type === 'inflow'}
              />
            ))}
          </span>
          <span className="sr-only">{entries.map(describe).join('; ')}</span>
        </>
      )}
    </div>
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
      className={classNames('flex items-center gap-2 py-1 touch:min-h-11', tones[state])}
    >
      <Mark state={state} income={stream.stream_type === 'inflow'} />
      <EntryName entry={entry} className="min-w-0 grow truncate" />
      <Money amount={amount} currency={stream.currency} flow className="shrink-0" />
    </Link>
  );
}
