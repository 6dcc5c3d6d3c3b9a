import { type PlaidFaultKind, sentenceFor } from './errors.ts';

/**
 * What is wrong with a connection, in a sentence, or null. What the database keeps is the kind of fault,
 * or the connection's health, which reads the same. `consentEndsAt`: an instant, where it is known.
 */
export function troubleOf(
  kind: string | null,
  institution: string,
  consentEndsAt: Date | null = null,
): string | null {
  if (kind === null) return null;
  if (kind !== 'consent_expiring') return sentenceFor(kind as PlaidFaultKind, institution);
  const ends = consentEndsAt === null ? 'soon' : `on ${dayOf.format(consentEndsAt)}`;
  return `Your consent at ${institution} ends ${ends}. Reconnect it to keep it up to date.`;
}

const dayOf = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** What is worth knowing of a connection although nothing is wrong with it, in a sentence, or null. */
export const noticeOf = (hasNewAccounts: boolean, institution: string): string | null =>
  hasNewAccounts
    ? `${institution} has accounts that you do not see here yet. Choose which ones you want.`
    : null;
