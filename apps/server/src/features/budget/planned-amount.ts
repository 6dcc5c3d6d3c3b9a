import { formatMessage } from '@cairn/contract/copy';
import { refused } from '../../platform/problem.ts';
import { budgetCopy } from './budget.copy.ts';

const maxPlannedAmount = 1_000_000_000;

/** Parses a planned amount to decimal text with 2 decimals. Throws 422, naming `field`, if it is invalid. */
export function plannedAmount(value: unknown, field: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw refused(formatMessage(budgetCopy.notANumber, { field }));
  if (value < 0) throw refused(formatMessage(budgetCopy.belowZero, { field }));
  if (value > maxPlannedAmount) throw refused(formatMessage(budgetCopy.tooLarge, { field }));
  return value.toFixed(2);
}
