import { formatMoney } from '../../platform/formats.ts';
import type { SpendingDay } from './on-track.ts';

/** The sentences of the spending chart's tooltip; the first is absent where this month has no value. */
export interface TooltipText {
  readonly current: string | null;
  readonly previous: string;
}

/** What the tooltip says of one day number. Amounts without cents. */
export function spendingTooltip(day: SpendingDay, currency?: string): TooltipText {
  const name = `the ${ordinal(day.day)}`;
  return {
    current:
      day.currentMonthSum === null
        ? null
        : `Spending by ${name} this month was ${formatMoney(day.currentMonthSum, currency, 0)}`,
    previous: `Last month by ${name}, you spent ${formatMoney(day.previousMonthSum, currency, 0)}`,
  };
}

const endings = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
  ['other', 'th'],
]);
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** `1st`, `2nd`, `11th`, `23rd`. */
export function ordinal(number: number): string {
  return `${number}${endings.get(ordinals.select(number)) ?? 'th'}`;
}
