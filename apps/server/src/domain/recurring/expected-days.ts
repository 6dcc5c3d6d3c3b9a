/** When a stream recurs. Days are ISO dates. */
export interface Recurrence {
  /** The aggregator's frequency. A stream with an unknown frequency is not predicted. */
  frequency: string;
  firstDate: string;
  lastDate: string;
  predictedNextDate: string | null;
}

/** The due days of a stream, as of today. */
export interface DueDays {
  /** The expected day of a missing payment, at most 10 days ago. */
  overdue: Temporal.PlainDate | null;
  /** From today to the end of this month. */
  thisMonth: Temporal.PlainDate[];
  /** The first due day, if it is after this month. */
  later: Temporal.PlainDate | null;
}

/** For how many days a missing payment is overdue. After that, the payment is no longer expected. */
const maxOverdueDays = 10;

/** Functions that compute a later day, by frequency. The aggregator has all of these frequencies except QUARTERLY. */
const addersByFrequency = new Map<string, (step: Step) => Temporal.PlainDate>([
  ['WEEKLY', ({ from, times }) => from.add({ days: 7 * times })],
  ['BIWEEKLY', ({ from, times }) => from.add({ days: 14 * times })],
  ['SEMI_MONTHLY', ({ from, times }) => halfMonthsAfter(from, times)],
  ['MONTHLY', (step) => monthsAfter(step, 1)],
  ['QUARTERLY', (step) => monthsAfter(step, 3)],
  ['ANNUALLY', (step) => monthsAfter(step, 12)],
]);

/** Where to start, and how many occurrences later the day is. */
interface Step {
  from: Temporal.PlainDate;
  /** The intended day of the month, if `from` is the last day of a shorter month. */
  dayOfMonth: number;
  times: number;
}

/** Returns the predicted day, otherwise the last day plus the frequency. Null if the day can't be predicted. */
export function nextExpectedDay(recurrence: Recurrence): Temporal.PlainDate | null {
  const last = Temporal.PlainDate.from(recurrence.lastDate);
  if (recurrence.predictedNextDate !== null) {
    const predicted = Temporal.PlainDate.from(recurrence.predictedNextDate);
    // Ignore a predicted day that has already been paid.
    if (Temporal.PlainDate.compare(predicted, last) > 0) return predicted;
  }
  return addOccurrences(recurrence, last, 1);
}

/** Returns the due days. A payment that is more than 10 days overdue is no longer expected. */
export function dueDays(recurrence: Recurrence, today: Temporal.PlainDate): DueDays {
  const none: DueDays = { overdue: null, thisMonth: [], later: null };
  const expected = stillExpectedDay(recurrence, today);
  if (expected === null) return none;
  const end = today.with({ day: today.daysInMonth });
  if (Temporal.PlainDate.compare(expected, end) > 0) return { ...none, later: expected };
  return {
    overdue: Temporal.PlainDate.compare(expected, today) < 0 ? expected : null,
    thisMonth: daysDueThrough(recurrence, today, end),
    later: null,
  };
}

/** Returns each due day from today to `end`, inclusive. */
export function daysDueThrough(
  recurrence: Recurrence,
  today: Temporal.PlainDate,
  end: Temporal.PlainDate,
): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = [];
  const expected = stillExpectedDay(recurrence, today);
  let day = expected;
  for (let times = 1; day !== null && Temporal.PlainDate.compare(day, end) <= 0; times += 1) {
    if (Temporal.PlainDate.compare(day, today) >= 0) days.push(day);
    day = expected && addOccurrences(recurrence, expected, times);
  }
  return days;
}

/** Returns the expected day unless the payment has been overdue for too long. */
function stillExpectedDay(
  recurrence: Recurrence,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const expected = nextExpectedDay(recurrence);
  return expected === null || expected.until(today).days > maxOverdueDays ? null : expected;
}

/** Adds the frequency to a day `times` times. Null if the frequency is unknown. */
function addOccurrences(
  recurrence: Recurrence,
  from: Temporal.PlainDate,
  times: number,
): Temporal.PlainDate | null {
  const add = addersByFrequency.get(recurrence.frequency);
  return add?.({ from, dayOfMonth: intendedDayOfMonth(recurrence, from), times }) ?? null;
}

/**
 * Returns the day of the month on which a stream is meant to recur. One that is due on the 31st is due on the last day
 * of shorter months, and on the 31st again after them.
 */
function intendedDayOfMonth({ firstDate, lastDate }: Recurrence, from: Temporal.PlainDate): number {
  if (from.day < from.daysInMonth) return from.day;
  const pastDays = [firstDate, lastDate].map((day) => Temporal.PlainDate.from(day).day);
  return Math.max(from.day, ...pastDays);
}

const monthsAfter = ({ from, dayOfMonth, times }: Step, months: number): Temporal.PlainDate => {
  const month = from.toPlainYearMonth().add({ months: months * times });
  return month.toPlainDate({ day: Math.min(dayOfMonth, month.daysInMonth) });
};

function halfMonthsAfter(from: Temporal.PlainDate, times: number): Temporal.PlainDate {
  let day = from;
  for (let count = 0; count < times; count += 1) day = halfMonthAfter(day);
  return day;
}

/**
 * Adds half a month. A day up to the 15th moves 15 days ahead, at most to the last day of its month. A later day moves
 * to the day of the next month whose number is 15 less, and the last day of a month to the 15th.
 */
function halfMonthAfter(day: Temporal.PlainDate): Temporal.PlainDate {
  if (day.day <= 15) return day.with({ day: Math.min(day.day + 15, day.daysInMonth) });
  const date = day.day === day.daysInMonth ? 15 : day.day - 15;
  return day.add({ months: 1 }).with({ day: date });
}
