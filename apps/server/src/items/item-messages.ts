import { formatMessage } from '@cairn/contract/text/copy';
import type { ItemHealth } from '../domain/items/item-state.ts';
import type { Product } from '../domain/items/products.ts';
import type { PlaidErrorKind } from '../providers/plaid/errors.ts';
import { itemCopy } from './item.copy.ts';

/**
 * Returns the message for an item's current error, or null without one. `kind` is the stored kind of error or the
 * item's health, which use the same values.
 */
export function itemErrorMessage(
  kind: string | null,
  institution: string,
  consentEndsAt: Date | null = null,
): string | null {
  if (kind === null) return null;
  const { error } = itemCopy;
  if (kind !== 'consent_expiring')
    return formatMessage(error[messageKey(kind as PlaidErrorKind)], { institution }); // A stored kind.
  return consentEndsAt === null
    ? formatMessage(error.consentExpiresSoon, { institution })
    : formatMessage(error.consentExpiresOn, {
        institution,
        date: dateFormat.format(consentEndsAt),
      });
}

/** Returns the message for the error of a past sync, or null if it succeeded. */
export const pastSyncErrorMessage = (kind: string | null, institution: string): string | null =>
  kind === null
    ? null
    : formatMessage(itemCopy.pastError[messageKey(kind as PlaidErrorKind)], { institution }); // A stored kind.

function messageKey(kind: PlaidErrorKind): keyof typeof itemCopy.pastError {
  switch (kind) {
    case 'login_required':
      return 'signInRequired';
    case 'revoked':
      return 'accessWithdrawn';
    case 'removed':
      return 'connectionRemoved';
    case 'no_accounts':
      return 'noAccounts';
    case 'rate_limited':
    case 'unavailable':
      return 'unavailable';
    case 'not_ready':
      return 'notReady';
    case 'mutation':
    case 'stale_cursor':
    case 'link_expired':
    case 'link_outcome_unknown':
    case 'misconfigured':
    case 'unexpected':
      return 'syncFailed';
    default:
      return kind satisfies never;
  }
}

/** Returns the products that the user can still consent to, with a message. Null if there are none. */
export function consentOffer(
  item: { missing_consents: readonly Product[]; unlinking: boolean; health: ItemHealth },
  institution: string,
): { sentence: string; products: Product[] } | null {
  const { missing_consents: products, health, unlinking } = item;
  const [first] = products;
  if (first === undefined || unlinking || health === 'removed' || health === 'revoked') return null;
  const key = products.length > 1 ? 'liabilitiesAndInvestments' : first;
  return {
    sentence: formatMessage(itemCopy.offer[key], { institution }),
    products: [...products],
  };
}

/** Returns the message about an item that needs attention although it has no error, or null. */
export function itemNotice(
  item: { has_new_accounts: boolean; unlinking: boolean; health: ItemHealth },
  institution: string,
): string | null {
  const { notice } = itemCopy;
  if (item.unlinking)
    return formatMessage(item.health === 'revoked' ? notice.unlinkingWithdrawn : notice.unlinking, {
      institution,
    });
  return item.has_new_accounts ? formatMessage(notice.newAccounts, { institution }) : null;
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
