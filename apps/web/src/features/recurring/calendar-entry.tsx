import { formatMessage } from '@cairn/contract/text/copy';
import { Check } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { formatSignedMoney } from '../../ui/money.tsx';
import type { CalendarEntry } from './calendar-days.ts';
import { recurringCopy } from './recurring.copy.ts';
import { streamTitle } from './stream-labels.ts';

const copy = recurringCopy.calendar;

/** A day of the calendar with its entries. */
export interface DayProps {
  day: string;
  today: string;
  entries: readonly CalendarEntry[];
}

/** The number of a day. Today is marked, and days outside this month are paler. */
export function DayNumber({ day, today }: { day: string; today: string }) {
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

/** An entry as text, with its exact amount and its state. */
export const describeEntry = ({ stream, state, amount }: CalendarEntry): string =>
  formatMessage(copy.entry, {
    name: streamTitle(stream),
    amount: formatSignedMoney(amount, stream.currency),
    state: copy.states[state],
  });

/** The text color of an entry. Marks show its state without color. */
export const entryTones: Record<CalendarEntry['state'], string> = {
  due: 'text-ink',
  overdue: 'text-attention',
  paid: 'text-muted',
};

/** States differ in shape, not only in color: paid is a check mark, overdue a ring, due a dot. */
export function EntryMark({ entry: { stream, state } }: { entry: CalendarEntry }) {
  if (state === 'paid') return <Check aria-hidden="true" className="size-3 shrink-0 text-muted" />;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'size-2 shrink-0 rounded-full border',
        state === 'overdue'
          ? 'border-2 border-attention'
          : stream.stream_type === 'inflow'
            ? 'border-money-in bg-money-in'
            : 'border-accent bg-accent',
      )}
    />
  );
}
