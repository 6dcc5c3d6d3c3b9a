import { platformCopy } from '../platform/platform.copy.ts';

const { frequencies } = platformCopy;

const labels: ReadonlyMap<string, string> = new Map([
  ['WEEKLY', frequencies.weekly],
  ['BIWEEKLY', frequencies.everyTwoWeeks],
  ['SEMI_MONTHLY', frequencies.twiceAMonth],
  ['MONTHLY', frequencies.monthly],
  ['QUARTERLY', frequencies.quarterly],
  ['ANNUALLY', frequencies.yearly],
]);

/** The label of the frequency of a recurring payment: `Every 2 weeks`. */
export const frequencyLabel = (frequency: string): string =>
  labels.get(frequency) ?? frequencies.irregular;
