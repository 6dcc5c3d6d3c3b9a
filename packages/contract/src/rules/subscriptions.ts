/** Rules for which streams are subscriptions and what they cost a month, shared by the server and the web app. */
import { canonicalCategory, categoryGroupKey } from './taxonomy.ts';

/** What decides whether a stream is a subscription. */
export interface StreamFacts {
  readonly stream_type: 'inflow' | 'outflow';
  /** The type that the user set. */
  readonly kind: 'bill' | 'subscription' | 'income' | null;
  /** The bank's category, in upper or lower case. */
  readonly category: string | null;
}

/** Categories outside entertainment whose streams are subscriptions: clubs, news, software, and storage. */
const subscriptionCategories: ReadonlySet<string> = new Set([
  'general_merchandise_bookstores_and_newsstands',
  'general_services_other_general_services',
  'personal_care_gyms_and_fitness_centers',
]);

/**
 * True for a payment that the user calls a subscription. If the user set no type, the bank's category decides:
 * entertainment, and the categories above.
 */
export function isSubscription({ stream_type, kind, category }: StreamFacts): boolean {
  if (stream_type === 'inflow') return false;
  if (kind !== null) return kind === 'subscription';
  if (category === null) return false;
  const key = canonicalCategory(category);
  return subscriptionCategories.has(key) || categoryGroupKey(key) === 'entertainment';
}

/** How often a stream recurs in a year, by the aggregator's frequency. A year has 52 weeks. */
const timesPerYear = new Map([
  ['WEEKLY', 52],
  ['BIWEEKLY', 26],
  ['SEMI_MONTHLY', 24],
  ['MONTHLY', 12],
  ['QUARTERLY', 4],
  ['ANNUALLY', 1],
]);

/**
 * Returns what a stream costs in an average month, in cents: its amount times its occurrences in a year / 12, rounded
 * to the nearest cent. Half cents are rounded away from zero. Null if the frequency is unknown.
 */
export function monthlyCents(amountCents: number, frequency: string): number | null {
  const times = timesPerYear.get(frequency);
  if (times === undefined) return null;
  const magnitude = Math.floor((2 * Math.abs(amountCents) * times + 12) / 24);
  return amountCents < 0 ? -magnitude : magnitude;
}
