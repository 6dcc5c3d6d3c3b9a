import { formatAge } from '../../platform/formats.ts';
import type { Account } from './accounts.api.ts';

const groupLabels: Record<string, string> = {
  checking: 'Checking',
  'credit card': 'Credit cards',
  savings: 'Savings',
  'money market': 'Money market',
  mortgage: 'Mortgages',
  ira: 'IRA',
  brokerage: 'Brokerage',
  '401k': '401(k)',
  cd: 'Certificates of deposit',
  hsa: 'Health savings',
  student: 'Student loans',
  auto: 'Car loans',
};

/** A group's name for people; one we have no name for is shown under its own. */
export function groupLabel(group: string): string {
  return groupLabels[group] ?? group.charAt(0).toUpperCase() + group.slice(1);
}

const typeLabels: Record<string, string> = {
  ira: 'IRA',
  '401k': '401(k)',
  cd: 'Certificate of deposit',
  hsa: 'Health savings',
  student: 'Student loan',
  auto: 'Car loan',
};

/** What one account is, for people. */
export function typeLabel({ subtype, type }: Pick<Account, 'subtype' | 'type'>): string {
  const name = subtype ?? type;
  return typeLabels[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** The balance shown: the current one, or the available one where there is no current one. */
export function shownBalance({ balances }: Pick<Account, 'balances'>): number | null {
  return balances.current ?? balances.available;
}

/** Why an account is not in its group's total, or null. */
export function notCountedReason(account: Account, currency: string): string | null {
  if (account.duplicate) return 'Linked twice, counted once';
  if (account.closed_at !== null) return 'Closed at the bank';
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
