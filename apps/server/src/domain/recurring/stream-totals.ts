import { isSubscription, monthlyCents } from '@cairn/contract/rules/subscriptions';
import { toCents } from '../money/money.ts';
import type { StreamRow } from './streams.queries.ts';
import { type DueStream, listDueSoon, listUpcoming, streamDueDays } from './streams.ts';

/** A stream, or one occurrence of it, in a total. `day` is null for a stream that isn't due on a predictable day. */
export interface StreamTotalRow {
  stream: StreamRow;
  day: Temporal.PlainDate | null;
  overdue: boolean;
}

/** Why a total omits a stream. */
export type StreamOmission = 'money_in' | 'overdue' | 'currency' | 'unknown_frequency';

/** A total of streams in the main currency, with the rows that add up to it and the omitted ones. */
export interface StreamTotal {
  cents: number;
  included: (StreamTotalRow & { cents: number })[];
  omitted: (StreamTotalRow & { reason: StreamOmission })[];
}

/** All totals of streams by their name in the API. The lists, the screens, and the proofs use these rules. */
export const streamTotals = {
  /** What is still to be paid this month, overdue payments included. */
  estimated_remaining: (streams: readonly StreamRow[], today: Temporal.PlainDate): StreamTotal =>
    addUp(listUpcoming(streams, today), countPayment),

  /** What is due today or in the seven days after it. Overdue payments are omitted: their day has passed. */
  due_next_7_days: (streams: readonly StreamRow[], today: Temporal.PlainDate): StreamTotal => {
    const overdue = listUpcoming(streams, today).filter((row) => row.overdue);
    return addUp([...overdue, ...listDueSoon(streams, today)], (row) =>
      row.overdue && isMoneyOut(row) ? 'overdue' : countPayment(row),
    );
  },

  /** What the active subscriptions cost in an average month, the most expensive first. */
  monthly_subscriptions: (
    streams: readonly StreamRow[],
    today: Temporal.PlainDate,
  ): StreamTotal => {
    const subscriptions = streams.filter((row) => row.active && isSubscription(row));
    const total = addUp(
      subscriptions.map((row) => nextDue(row, today)),
      ({ stream }) =>
        countPayment({ stream }, monthlyCents(toCents(stream.last_amount), stream.frequency)),
    );
    return { ...total, included: total.included.toSorted((a, b) => b.cents - a.cents) };
  },
} as const;

/** The name of a total of streams. */
export type StreamTotalName = keyof typeof streamTotals;

/** Returns the cents that a row adds to a total, or the first reason to omit it. */
type CountRow = (row: StreamTotalRow) => number | StreamOmission;

function addUp(rows: readonly StreamTotalRow[], count: CountRow): StreamTotal {
  const total: StreamTotal = { cents: 0, included: [], omitted: [] };
  for (const row of rows) {
    const counted = count(row);
    if (typeof counted === 'string') total.omitted.push({ ...row, reason: counted });
    else {
      total.cents += counted;
      total.included.push({ ...row, cents: counted });
    }
  }
  return total;
}

/** Returns the cents that a payment adds to a total (by default its last amount), or why it is omitted. */
function countPayment(
  { stream }: Pick<StreamTotalRow, 'stream'>,
  cents: number | null = toCents(stream.last_amount),
): number | StreamOmission {
  if (!isMoneyOut({ stream })) return 'money_in';
  if (!stream.counted) return 'currency';
  return cents ?? 'unknown_frequency';
}

const isMoneyOut = ({ stream }: Pick<DueStream, 'stream'>): boolean =>
  toCents(stream.last_amount) > 0;

function nextDue(stream: StreamRow, today: Temporal.PlainDate): StreamTotalRow {
  const { overdue, thisMonth, later } = streamDueDays(stream, today);
  return { stream, day: overdue ?? thisMonth[0] ?? later, overdue: overdue !== null };
}
