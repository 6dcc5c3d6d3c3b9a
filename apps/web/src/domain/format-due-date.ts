import { formatPlural } from '@cairn/contract/text/copy';
import { platformCopy } from '../platform/platform.copy.ts';

const millisecondsPerDay = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.round(
    (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / millisecondsPerDay,
  );

/** A due date relative to today: `today`, `in 3 days`, `2 days late`. Both are ISO days. */
export function formatDueDate(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return platformCopy.dueToday;
  if (days === 1) return platformCopy.dueTomorrow;
  if (days > 1) return formatPlural(days, platformCopy.dueInDays);
  return formatPlural(-days, platformCopy.daysLate);
}
