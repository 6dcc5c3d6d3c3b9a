import { refused } from '../../platform/problem.ts';

const mostPlanned = 1_000_000_000;

/** An amount that somebody plans, as decimal text; to the cent. Refuses what is none. */
export function plannedAmount(value: unknown, what: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw refused(`${what} must be a number.`);
  if (value < 0) throw refused(`${what} can't be below 0.`);
  if (value > mostPlanned) throw refused(`${what} can be 1,000,000,000 at most.`);
  return value.toFixed(2);
}
