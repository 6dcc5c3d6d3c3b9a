import type { Product } from '../../domain/products.ts';
import { type PlaidFaultKind, pastSentenceFor, sentenceFor } from './errors.ts';

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

/** What kept a past sync from succeeding, by the kind of fault that is kept of it; or null. */
export const pastTroubleOf = (kind: string | null, institution: string): string | null =>
  kind === null ? null : pastSentenceFor(kind as PlaidFaultKind, institution);

/** What a bank could tell besides, in words. */
const gains = {
  liabilities: 'when your payments are due',
  investments: 'what your investments hold',
} as const;

/**
 * What the user gains by agreeing to more at a bank, or null: it tells all that it has, or nothing at all any more.
 */
export function offerOf(
  item: { lacks_consent: readonly Product[]; unlinking: boolean; health: string },
  institution: string,
): { sentence: string; products: Product[] } | null {
  const { lacks_consent: products, health, unlinking } = item;
  if (products.length === 0 || unlinking || health === 'removed' || health === 'revoked')
    return null;
  const what = products.map((product) => gains[product]).join(' and ');
  return {
    sentence: `${institution} can also tell Cairn ${what}, once you agree to it there.`,
    products: [...products],
  };
}

const dayOf = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** What is worth knowing of a connection although nothing is wrong with it, in a sentence, or null. */
export function noticeOf(
  item: { has_new_accounts: boolean; unlinking: boolean; health: string },
  institution: string,
): string | null {
  if (item.unlinking) {
    const why =
      item.health === 'revoked'
        ? `You have withdrawn Cairn's access at ${institution}`
        : `${institution} is being unlinked`;
    return `${why}. Its accounts and transactions go as soon as the bank-data provider has confirmed it; nothing new is fetched.`;
  }
  return item.has_new_accounts
    ? `${institution} has accounts that you do not see here yet. Choose which ones you want.`
    : null;
}
