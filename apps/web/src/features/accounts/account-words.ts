import { formatAge } from '../../platform/formats.ts';
import type { Account } from './accounts.api.ts';

/** Words of subtypes that are written otherwise than they come. */
const spellings = new Map([
  ['ira', 'IRA'],
  ['sep', 'SEP'],
  ['hsa', 'HSA'],
  ['esa', 'ESA'],
  ['ebt', 'EBT'],
  ['ugma', 'UGMA'],
  ['utma', 'UTMA'],
  ['401a', '401(a)'],
  ['401k', '401(k)'],
  ['403b', '403(b)'],
  ['457b', '457(b)'],
  ['paypal', 'PayPal'],
]);

/** A subtype as people write it: `sep ira` as `SEP IRA`, `money market` as `Money market`. */
const spelled = (name: string): string => {
  const words = name.split(' ').map((word) => spellings.get(word.toLowerCase()) ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const groupLabels = new Map([
  ['credit card', 'Credit cards'],
  ['mortgage', 'Mortgages'],
  ['cd', 'Certificates of deposit'],
  ['hsa', 'Health savings'],
  ['student', 'Student loans'],
  ['auto', 'Car loans'],
]);

/** A group's name for people; one we have no name for is shown under its own. */
export const groupLabel = (group: string): string => groupLabels.get(group) ?? spelled(group);

const typeLabels = new Map([
  ['cd', 'Certificate of deposit'],
  ['hsa', 'Health savings'],
  ['student', 'Student loan'],
  ['auto', 'Car loan'],
]);

/** What one account is, for people. */
export function typeLabel({ subtype, type }: Pick<Account, 'subtype' | 'type'>): string {
  const name = subtype ?? type;
  return typeLabels.get(name) ?? spelled(name);
}

/** The balance shown: the current one, or the available one where there is no current one. */
export function shownBalance({ balances }: Pick<Account, 'balances'>): number | null {
  return balances.current ?? balances.available;
}

/** Why an account is not in its group's total, or null. */
export function notCountedReason(account: Account, currency: string): string | null {
  if (account.duplicate) return 'Linked twice, counted once';
  if (account.closed_at !== null) return 'Closed, or no longer shared';
  if (shownBalance(account) === null) return 'No balance, not counted';
  if (account.currency !== currency) return `In ${account.currency}, not counted`;
  return null;
}

/** What a group's total leaves out, in words; null where it leaves out nothing. */
export function notCountedNote(accounts: number): string | null {
  if (accounts === 0) return null;
  return accounts === 1 ? '1 account not counted' : `${accounts} accounts not counted`;
}

/** The currency of most accounts, duplicates aside: the one that the server's totals are in. */
export function mainCurrency(accounts: readonly Account[]): string {
  const counts = new Map<string, number>();
  for (const { currency, duplicate } of accounts) {
    if (!duplicate) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [main] = [...counts].sort(([a, one], [b, other]) => other - one || a.localeCompare(b));
  return main?.[0] ?? 'USD';
}

/** The age of the oldest balance among accounts: `4 minutes ago`; null where none tells. */
export function balancesAge(accounts: readonly Account[], now: number): string | null {
  const instants = accounts.flatMap(({ balances_as_of }) =>
    balances_as_of === null ? [] : [Date.parse(balances_as_of)],
  );
  return instants.length === 0 ? null : formatAge(Math.min(...instants), now);
}
