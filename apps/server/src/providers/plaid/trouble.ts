import { type PlaidFaultKind, sentenceFor } from './errors.ts';

/**
 * What is wrong with a connection, in a sentence, or null. What the database keeps is the kind of fault,
 * or the connection's health, which reads the same.
 */
export function troubleOf(kind: string | null, institution: string): string | null {
  if (kind === null) return null;
  return kind === 'consent_expiring'
    ? `Your consent at ${institution} ends soon. Reconnect it to keep it up to date.`
    : sentenceFor(kind as PlaidFaultKind, institution);
}
