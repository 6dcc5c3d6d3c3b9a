import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import type { Deletion } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.deletion;

/** What deleting the account does, most important first. The line about the profile is always included. */
export function describeDeletion(deletion: Deletion): string[] {
  const { institutions, providers, accounts, transactions, subscription } = deletion;
  const lines: string[] = [];
  if (accounts > 0 || transactions > 0) {
    lines.push(
      formatMessage(copy.counts, {
        accounts: formatPlural(accounts, copy.accounts),
        transactions: formatPlural(transactions, copy.transactions),
      }),
    );
  }
  if (institutions.length > 0) {
    lines.push(formatMessage(copy.banks, { institutions: formatList(institutions) }));
  }
  if (providers.length > 0) {
    lines.push(formatMessage(copy.providers, { providers: formatList(providers) }));
  }
  if (subscription) lines.push(copy.subscription);
  lines.push(copy.profile);
  return lines;
}

/** Joins names: `Apple`, `Apple and Harbor Savings`, `A, B, and C`. */
function formatList(names: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);
}

/** True if the typed text is the address, ignoring case and surrounding spaces. */
export function matchesEmail(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase();
}
