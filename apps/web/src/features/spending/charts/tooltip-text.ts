import { formatMessage } from '@cairn/contract/text/copy';
import { formatMoney } from '../../../platform/formats/formats.ts';
import type { SpendingDay } from '../on-track.ts';
import { spendingCopy } from '../spending.copy.ts';

const copy = spendingCopy.dailyChart;

/** The sentences of the spending chart's tooltip. `current` is null on days without a value. */
export interface TooltipText {
  readonly current: string | null;
  readonly previous: string;
}

/** The tooltip of one day of the month. Amounts have no cents. */
export function spendingTooltipText(day: SpendingDay, currency?: string): TooltipText {
  const dayName = formatMessage(copy.dayOfMonth, { ordinal: formatOrdinal(day.day) });
  const text = (message: typeof copy.currentMonth | typeof copy.previousMonth, amount: number) =>
    formatMessage(message, { day: dayName, amount: formatMoney(amount, currency, 0) });
  return {
    current: day.currentMonthSum === null ? null : text(copy.currentMonth, day.currentMonthSum),
    previous: text(copy.previousMonth, day.previousMonthSum),
  };
}

const suffixes = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
  ['other', 'th'],
]);
const ordinalRules = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** `1st`, `2nd`, `11th`, `23rd`. */
export function formatOrdinal(number: number): string {
  return `${number}${suffixes.get(ordinalRules.select(number)) ?? 'th'}`;
}
