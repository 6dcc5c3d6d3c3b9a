import type { Transaction } from '../../platform/database.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { findItemOwner, forgetExpiry, setItemHealth } from './bank-event.queries.ts';

/** The fields of the aggregator's webhooks that we read. Source: Plaid API, 'Webhooks'. */
interface BankEvent {
  webhook_type?: unknown;
  webhook_code?: unknown;
  item_id?: unknown;
}

/** Does what one of the aggregator's events asks for. Codes that ask for nothing are ignored. */
export async function applyBankEvent(
  { queue, announcements, log }: Services,
  transaction: Transaction,
  body: unknown,
): Promise<void> {
  const event = body as BankEvent; // Verified as the aggregator's; every field is still checked.
  if (typeof event.item_id !== 'string') return;
  const owner = await findItemOwner(transaction, event.item_id);
  if (owner === undefined) {
    log.info({ event: 'webhook_for_unknown_item' });
    return;
  }
  const key = { userId: asUserId(owner.user_id), itemId: owner.item_id };
  switch (`${event.webhook_type}/${event.webhook_code}`) {
    // Events come late and in any order, so none is taken at its word on how a connection stands: the
    // sync asks the aggregator, and its answer counts.
    case 'TRANSACTIONS/SYNC_UPDATES_AVAILABLE':
    case 'TRANSACTIONS/RECURRING_TRANSACTIONS_UPDATE':
    case 'ITEM/NEW_ACCOUNTS_AVAILABLE':
    case 'ITEM/ERROR':
      await queue.enqueue('sync-item', key, { key: key.itemId, transaction });
      return;
    case 'ITEM/LOGIN_REPAIRED':
      await forgetExpiry(transaction, key);
      await queue.enqueue('sync-item', key, { key: key.itemId, transaction });
      break;
    case 'ITEM/PENDING_EXPIRATION':
    case 'ITEM/PENDING_DISCONNECT':
      await setItemHealth(transaction, key, 'consent_expiring');
      break;
    case 'ITEM/USER_PERMISSION_REVOKED':
      await setItemHealth(transaction, key, 'revoked');
      break;
    default:
      return;
  }
  await announcements.announce(transaction, key.userId, 'sync');
}
