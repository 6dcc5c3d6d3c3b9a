import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { formatTimeAgo } from '../../platform/formats/formats.ts';
import type { Account } from './accounts.api.ts';
import { accountsCopy } from './accounts.copy.ts';

/** These are maps, so that a bank's subtype such as `constructor` isn't looked up on the object's prototype. */
const spellings = new Map(Object.entries<string>(accountsCopy.spellings));
const groupLabels = new Map(Object.entries<string>(accountsCopy.groups));
const typeLabels = new Map(Object.entries<string>(accountsCopy.types));

/** Spells out a subtype: `sep ira` becomes `SEP IRA`, `money market` becomes `Money market`. */
const spellOut = (name: string): string => {
  const words = name.split(' ').map((word) => spellings.get(word.toLowerCase()) ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The label of a group of accounts: the one from the copy, or the group's name spelled out. */
export const groupLabel = (group: string): string => groupLabels.get(group) ?? spellOut(group);

/** The label of an account's type. */
export function typeLabel({ subtype, type }: Pick<Account, 'subtype' | 'type'>): string {
  const name = subtype ?? type;
  return typeLabels.get(name) ?? spellOut(name);
}

/** The balance to show: current, or available if there is no current one. */
export function shownBalance({ balances }: Pick<Account, 'balances'>): number | null {
  return balances.current ?? balances.available;
}

/** Why an account isn't counted in its group's total. Null if it is counted. */
export function notCountedReason(account: Account, currency: string): string | null {
  const copy = accountsCopy.notCounted;
  if (account.duplicate) return copy.duplicate;
  if (account.closed_at !== null) return copy.closed;
  if (shownBalance(account) === null) return copy.noBalance;
  if (account.currency !== currency)
    return formatMessage(copy.currency, { currency: account.currency });
  return null;
}

/** The note that a group's total leaves out accounts. Null if it leaves out none. */
export function notCountedNote(count: number): string | null {
  return count === 0 ? null : formatPlural(count, accountsCopy.notCounted.accounts);
}

/** The currency that most accounts have, not counting duplicates. The server's totals are in it. */
export function mainCurrency(accounts: readonly Account[]): string {
  const counts = new Map<string, number>();
  for (const { currency, duplicate } of accounts) {
    if (!duplicate) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [main] = [...counts].sort(
    ([a, countA], [b, countB]) => countB - countA || a.localeCompare(b),
  );
  return main?.[0] ?? 'USD';
}

/** The age of the oldest balance: `4 minutes ago`. Null if no balance has a time. */
export function balancesAge(accounts: readonly Account[], now: number): string | null {
  const instants = accounts.flatMap(({ balances_as_of }) =>
    balances_as_of === null ? [] : [Date.parse(balances_as_of)],
  );
  return instants.length === 0 ? null : formatTimeAgo(Math.min(...instants), now);
}
