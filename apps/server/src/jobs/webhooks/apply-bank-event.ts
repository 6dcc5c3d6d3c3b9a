import type { Transaction } from '../../platform/database.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { tellOfTrouble } from '../connections/tell-of-trouble.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import {
  findItemOwner,
  forgetExpiry,
  noteConsentEnd,
  noteNewAccounts,
} from './bank-event.queries.ts';
import { type Reaction, reactionTo } from './bank-reactions.ts';

/** The fields of the aggregator's webhooks that we read. Source: Plaid API, 'Webhooks'. */
interface BankEvent {
  webhook_type?: unknown;
  webhook_code?: unknown;
  item_id?: unknown;
  /** Of USER_ACCOUNT_REVOKED. */
  account_id?: unknown;
  /** Of PENDING_DISCONNECT, an instant. */
  disconnect_time?: unknown;
  /** Of PENDING_EXPIRATION, an instant. */
  consent_expiration_time?: unknown;
}

/** Does what one of the aggregator's events asks for. */
export async function applyBankEvent(
  services: Services,
  transaction: Transaction,
  body: unknown,
): Promise<void> {
  const { log } = services;
  const event = body as BankEvent; // Verified as the aggregator's; every field is still checked.
  if (typeof event.item_id !== 'string') return;
  const owner = await findItemOwner(transaction, event.item_id);
  if (owner === undefined) {
    log.info({ event: 'webhook_for_unknown_item' });
    return;
  }
  const key = { userId: asUserId(owner.user_id), itemId: owner.item_id };
  const reaction = reactionTo(event.webhook_type, event.webhook_code);
  log.info({
    event: 'webhook_worked_off',
    user_id: key.userId,
    item_id: key.itemId,
    code: `${event.webhook_type}/${event.webhook_code}`.slice(0, 100),
    reaction: reaction ?? 'unknown',
  });
  if (reaction !== undefined) await react(services, transaction, { key, event, reaction });
}

/**
 * Events come late and in any order, so none is taken at its word on how a connection stands: a sync or a
 * job asks the aggregator, and its answer counts. What no call tells, a consent that ends, is believed once.
 */
async function react(
  services: Services,
  transaction: Transaction,
  { key, event, reaction }: { key: ItemKey; event: BankEvent; reaction: Reaction },
): Promise<void> {
  const { queue, announcements } = services;
  const { userId, itemId } = key;
  const sync = () => queue.enqueue('sync-item', { userId, itemId }, { key: itemId, transaction });
  switch (reaction) {
    case 'nothing':
      return;
    case 'sync':
      return sync();
    case 'disconnect':
      return queue.enqueue('disconnect-item', { userId, itemId }, { key: itemId, transaction });
    case 'drop_account':
      if (typeof event.account_id !== 'string') return;
      return queue.enqueue(
        'drop-account',
        { userId, itemId, accountId: event.account_id },
        { key: `${itemId} ${event.account_id}`.slice(0, 200), transaction },
      );
    case 'login_repaired':
      await forgetExpiry(transaction, key);
      await sync();
      break;
    case 'new_accounts':
      await noteNewAccounts(transaction, key);
      await sync();
      break;
    case 'consent_ends':
      if (await noteConsentEnd(transaction, key, endOf(event)))
        await tellOfTrouble(services, transaction, key);
      break;
    default:
      return reaction satisfies never;
  }
  await announcements.announce(transaction, userId, 'sync');
}

/** When the consent ends, as an instant; null: the event does not say. */
function endOf({ disconnect_time, consent_expiration_time }: BankEvent): string | null {
  const said = disconnect_time ?? consent_expiration_time;
  const end = typeof said === 'string' ? new Date(said) : undefined;
  return end === undefined || Number.isNaN(end.getTime()) ? null : end.toISOString();
}
