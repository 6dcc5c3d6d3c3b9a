import { dayAt, parseDay } from './calendar.ts';
import type { LifeStream, LifeTransaction } from './life.ts';
import type { Repeating } from './repeating.ts';
import { nextDue } from './schedule.ts';

/**
 * The streams that a bank would see in `rows` (oldest first). A stream whose next day went by without its
 * row is over; it takes three rows, or two of an annual one, to be sure of a stream.
 */
export function findStreams(
  repeatings: readonly Repeating[],
  rows: readonly LifeTransaction[],
  today: number,
): LifeStream[] {
  const rowsOf = new Map<string, LifeTransaction[]>();
  for (const row of rows) {
    if (row.streamKey === null) continue;
    const known = rowsOf.get(row.streamKey);
    if (known === undefined) rowsOf.set(row.streamKey, [row]);
    else known.push(row);
  }
  const streams: LifeStream[] = [];
  for (const { plan } of repeatings) {
    const own = rowsOf.get(plan.key) ?? [];
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) continue;
    const next = nextDue(plan.schedule, parseDay(last.authorizedDate ?? last.date).number);
    const active = next === null || next.number >= today;
    const sum = own.reduce((total, row) => total + row.amount, 0);
    const sure = plan.schedule.frequency === 'ANNUALLY' ? 2 : 3;
    streams.push({
      key: plan.key,
      accountKey: plan.accountKey,
      direction: sum < 0 ? 'inflow' : 'outflow',
      description: plan.description,
      merchantName: plan.merchantName,
      category: plan.category,
      frequency: plan.schedule.frequency,
      averageAmount: Math.round(sum / own.length),
      lastAmount: last.amount,
      firstDate: first.date,
      lastDate: last.date,
      predictedNextDate:
        active && next !== null && plan.schedule.frequency !== 'UNKNOWN'
          ? dayAt(next.number).iso
          : null,
      active,
      status: !active ? 'TOMBSTONED' : own.length >= sure ? 'MATURE' : 'EARLY_DETECTION',
    });
  }
  return streams;
}
