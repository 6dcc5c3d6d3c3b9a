import { formatMessage } from '@cairn/contract/text/copy';
import { unprocessable } from '../../platform/problem.ts';
import { budgetCopy } from './budget.copy.ts';

const maxPlannedAmount = 1_000_000_000;

/** Parses a planned amount to decimal text with 2 decimals. Throws 422, naming `field`, if it is invalid. */
export function parsePlannedAmount(value: unknown, field: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw unprocessable(formatMessage(budgetCopy.notANumber, { field }));
  if (value < 0) throw unprocessable(formatMessage(budgetCopy.belowZero, { field }));
  if (value > maxPlannedAmount) throw unprocessable(formatMessage(budgetCopy.tooLarge, { field }));
  return value.toFixed(2);
}
