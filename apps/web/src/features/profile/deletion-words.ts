import { formatCount } from '../../platform/formats.ts';
import type { Deletion } from './profile.api.ts';

/** What deleting the account does, in the order of what hurts most; the last line is always there. */
export function deletionLines(deletion: Deletion): string[] {
  const { institutions, providers, accounts, transactions, subscription } = deletion;
  const lines = [];
  if (accounts > 0 || transactions > 0) {
    lines.push(
      `${counted(accounts, 'account')} and ${counted(transactions, 'transaction')} are deleted.`,
    );
  }
  if (institutions.length > 0) {
    lines.push(`Our access to ${listed(institutions)} is revoked.`);
  }
  if (providers.length > 0) lines.push(`Our access at ${listed(providers)} is revoked.`);
  if (subscription) lines.push('Your paid access ends.');
  lines.push('Your profile, your settings and your activity are deleted, on every device.');
  return lines;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `Apple`, `Apple and Harbor Savings`, `a, b and c`. */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);
}

/** Whether what was typed is the address; letters' case and spaces around it do not matter. */
export function confirms(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase();
}
