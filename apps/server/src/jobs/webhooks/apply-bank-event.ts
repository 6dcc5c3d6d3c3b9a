import { enqueueSync } from '../../items/enqueue-sync.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { notifyBankNeedsUser } from '../connections/notify-bank-needs-user.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import {
  clearConsentWarning,
  findItemByProviderId,
  recordConsentEnd,
  recordNewAccounts,
} from './bank-event.queries.ts';
import { type BankEventAction, bankEventAction } from './bank-event-actions.ts';

/** The webhook fields that are read. Source: Plaid API, 'Webhooks'. */
interface BankEvent {
  webhook_type?: unknown;
  webhook_code?: unknown;
  item_id?: unknown;
  /** In USER_ACCOUNT_REVOKED. */
  account_id?: unknown;
  /** In PENDING_DISCONNECT, an instant (ISO 8601). */
  disconnect_time?: unknown;
  /** In PENDING_EXPIRATION, an instant (ISO 8601). */
  consent_expiration_time?: unknown;
}

/** Applies one webhook event of the aggregator. */
export async function applyBankEvent(
  services: Services,
  transaction: Transaction,
  body: unknown,
): Promise<void> {
  const { log } = services;
  const event = body as BankEvent; // The signature is verified, and every field is checked before use.
  if (typeof event.item_id !== 'string') return;
  const owner = await findItemByProviderId(transaction, event.item_id);
  if (owner === undefined) {
    log.info({ event: 'webhook_for_unknown_item', name: event.item_id.slice(0, 100) });
    return;
  }
  const key = { userId: asUserId(owner.user_id), itemId: owner.item_id };
  const action = bankEventAction(event.webhook_type, event.webhook_code);
  log.info({
    event: 'webhook_processed',
    user_id: key.userId,
    item_id: key.itemId,
    code: `${event.webhook_type}/${event.webhook_code}`.slice(0, 100),
    action: action ?? 'unknown',
  });
  if (action !== undefined) await runAction(services, transaction, { key, event, action });
}

/**
 * Runs the action of an event. Events arrive late and in any order, so their state is not trusted: a sync or a job
 * fetches the current state from the aggregator. The exception is the end of a consent, which no request returns.
 */
async function runAction(
  services: Services,
  transaction: Transaction,
  { key, event, action }: { key: ItemKey; event: BankEvent; action: BankEventAction },
): Promise<void> {
  const { queue, userEvents } = services;
  const { userId, itemId } = key;
  const sync = () => enqueueSync(queue, transaction, key);
  switch (action) {
    case 'nothing':
      return;
    case 'sync':
      return sync();
    case 'access_withdrawn':
      return queue.enqueue(
        'handle-withdrawn-access',
        { userId, itemId },
        { key: itemId, transaction },
      );
    case 'account_withdrawn':
      if (typeof event.account_id !== 'string') return;
      return queue.enqueue(
        'delete-withdrawn-account',
        { userId, itemId, accountId: event.account_id },
        { key: `${itemId} ${event.account_id}`.slice(0, 200), transaction },
      );
    case 'login_repaired':
      await clearConsentWarning(transaction, key);
      await sync();
      break;
    case 'new_accounts':
      await recordNewAccounts(transaction, key);
      await sync();
      break;
    case 'consent_expiring':
      if (await recordConsentEnd(transaction, key, consentEndOf(event)))
        await notifyBankNeedsUser(services, transaction, key);
      break;
    default:
      return action satisfies never;
  }
  await userEvents.publish(transaction, userId, 'sync');
}

/** Returns the end of the consent (ISO 8601), or null if the event does not contain a valid one. */
function consentEndOf({ disconnect_time, consent_expiration_time }: BankEvent): string | null {
  const value = disconnect_time ?? consent_expiration_time;
  const end = typeof value === 'string' ? new Date(value) : undefined;
  return end === undefined || Number.isNaN(end.getTime()) ? null : end.toISOString();
}
