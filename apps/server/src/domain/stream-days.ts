/** When something repeats. Days: ISO. */
export interface Rhythm {
  /** In the aggregator's words; one that is none of those below is not predicted. */
  frequency: string;
  firstDate: string;
  lastDate: string;
  predictedNextDate: string | null;
}

/** The days on which something is due, seen from today. */
export interface DueDays {
  /** It was expected on this day, at most 10 days ago, and has not come. */
  overdue: Temporal.PlainDate | null;
  /** From today to the end of this month. */
  thisMonth: Temporal.PlainDate[];
  /** The first day, where that comes after this month. */
  later: Temporal.PlainDate | null;
}

/** For so many days something that has not come is waited for. */
const patience = 10;

/** The aggregator's words, and the quarter that it has none for; then what becomes of a day. */
const steps = new Map<string, (step: Step) => Temporal.PlainDate>([
  ['WEEKLY', ({ from, times }) => from.add({ days: 7 * times })],
  ['BIWEEKLY', ({ from, times }) => from.add({ days: 14 * times })],
  ['SEMI_MONTHLY', ({ from, times }) => halfMonthsAfter(from, times)],
  ['MONTHLY', (step) => monthsAfter(step, 1)],
  ['QUARTERLY', (step) => monthsAfter(step, 3)],
  ['ANNUALLY', (step) => monthsAfter(step, 12)],
]);

interface Step {
  from: Temporal.PlainDate;
  /** The day of the month that is meant, where `from` is the end of a shorter one. */
  meant: number;
  times: number;
}

/**
 * The day on which it is expected next: the predicted one, else the last day plus the frequency. Null
 * where nothing can be said.
 */
export function expectedDay(rhythm: Rhythm): Temporal.PlainDate | null {
  const last = Temporal.PlainDate.from(rhythm.lastDate);
  if (rhythm.predictedNextDate !== null) {
    const predicted = Temporal.PlainDate.from(rhythm.predictedNextDate);
    // A prediction that has come true is none any more.
    if (Temporal.PlainDate.compare(predicted, last) > 0) return predicted;
  }
  return after(rhythm, last, 1);
}

/** The days on which it is due; what has not come for more than 10 days is not waited for. */
export function dueDays(rhythm: Rhythm, today: Temporal.PlainDate): DueDays {
  const none: DueDays = { overdue: null, thisMonth: [], later: null };
  const expected = expectedDay(rhythm);
  if (expected === null) return none;
  const late = expected.until(today).days;
  if (late > patience) return none;
  const end = today.with({ day: today.daysInMonth });
  const isThisMonth = (day: Temporal.PlainDate) => Temporal.PlainDate.compare(day, end) <= 0;
  if (!isThisMonth(expected)) return { ...none, later: expected };
  const thisMonth: Temporal.PlainDate[] = [];
  let day: Temporal.PlainDate | null = expected;
  for (let times = 1; day !== null && isThisMonth(day); times += 1) {
    if (Temporal.PlainDate.compare(day, today) >= 0) thisMonth.push(day);
    day = after(rhythm, expected, times);
  }
  return { overdue: late > 0 ? expected : null, thisMonth, later: null };
}

/** The day so many times the frequency after another; null where the frequency is not known. */
function after(rhythm: Rhythm, from: Temporal.PlainDate, times: number): Temporal.PlainDate | null {
  const step = steps.get(rhythm.frequency);
  return step?.({ from, meant: meantDay(rhythm, from), times }) ?? null;
}

/** What is due on the 31st is due on the last day of shorter months, and on the 31st again after them. */
function meantDay({ firstDate, lastDate }: Rhythm, from: Temporal.PlainDate): number {
  if (from.day < from.daysInMonth) return from.day;
  const seen = [firstDate, lastDate].map((day) => Temporal.PlainDate.from(day).day);
  return Math.max(from.day, ...seen);
}

const monthsAfter = ({ from, meant, times }: Step, months: number): Temporal.PlainDate => {
  const month = from.toPlainYearMonth().add({ months: months * times });
  return month.toPlainDate({ day: Math.min(meant, month.daysInMonth) });
};

function halfMonthsAfter(from: Temporal.PlainDate, times: number): Temporal.PlainDate {
  let day = from;
  for (let time = 0; time < times; time += 1) day = halfMonthAfter(day);
  return day;
}

/** Fifteen days on in the first half of a month; in the second the matching day of the next, the end's being the 15th. */
function halfMonthAfter(day: Temporal.PlainDate): Temporal.PlainDate {
  if (day.day <= 15) return day.with({ day: Math.min(day.day + 15, day.daysInMonth) });
  const date = day.day === day.daysInMonth ? 15 : day.day - 15;
  return day.add({ months: 1 }).with({ day: date });
}
