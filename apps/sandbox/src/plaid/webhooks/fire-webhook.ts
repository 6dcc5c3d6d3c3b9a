import { invalidField } from '../calls/body-fields.ts';
import { errorObject, PlaidApiError } from '../calls/errors.ts';
import { LOGIN_REQUIRED_MESSAGE } from '../calls/wire-item.ts';
import type { Item } from '../items/item.ts';
import { revokeConsent } from '../items/item-state.ts';
import type { Aggregator } from '../plaid.plugin.ts';
import type { WebhookFields } from './webhooks.ts';

const DAY_MS = 86_400_000;

/** A webhook that can be requested, and its fields apart from type and code. */
interface KnownWebhook {
  type: string;
  code: string;
  extra(item: Item, now: number): WebhookFields;
}

const noFields = () => ({});
const noError = () => ({ error: null });
const updatesComplete = () => ({ initial_update_complete: true, historical_update_complete: true });

/** If several webhooks share a code, the first one is the default. */
const KNOWN_WEBHOOKS: readonly KnownWebhook[] = [
  { type: 'TRANSACTIONS', code: 'SYNC_UPDATES_AVAILABLE', extra: updatesComplete },
  {
    type: 'TRANSACTIONS',
    code: 'RECURRING_TRANSACTIONS_UPDATE',
    extra: (item) => ({ account_ids: item.accounts().map(({ accountId }) => accountId) }),
  },
  {
    type: 'TRANSACTIONS',
    code: 'DEFAULT_UPDATE',
    extra: () => ({ new_transactions: 0, error: null }),
  },
  {
    type: 'TRANSACTIONS',
    code: 'INITIAL_UPDATE',
    extra: (item) => ({ new_transactions: item.ledger.rowCount, error: null }),
  },
  {
    type: 'TRANSACTIONS',
    code: 'HISTORICAL_UPDATE',
    extra: (item) => ({ new_transactions: item.ledger.rowCount, error: null }),
  },
  {
    type: 'TRANSACTIONS',
    code: 'TRANSACTIONS_REMOVED',
    extra: () => ({ removed_transactions: [], error: null }),
  },
  {
    type: 'ITEM',
    code: 'ERROR',
    extra: () => ({
      error: { ...errorObject('ITEM_LOGIN_REQUIRED', LOGIN_REQUIRED_MESSAGE), status: 400 },
    }),
  },
  { type: 'ITEM', code: 'LOGIN_REPAIRED', extra: noFields },
  {
    type: 'ITEM',
    code: 'PENDING_DISCONNECT',
    extra: (_item, now) => ({
      reason: 'INSTITUTION_TOKEN_EXPIRATION',
      disconnect_time: oneWeekAfter(now),
    }),
  },
  {
    type: 'ITEM',
    code: 'PENDING_EXPIRATION',
    extra: (_item, now) => ({ consent_expiration_time: oneWeekAfter(now) }),
  },
  { type: 'ITEM', code: 'NEW_ACCOUNTS_AVAILABLE', extra: noError },
  {
    type: 'ITEM',
    code: 'USER_ACCOUNT_REVOKED',
    extra: (item) => ({ account_id: item.accounts()[0]?.accountId ?? null }),
  },
  {
    type: 'HOLDINGS',
    code: 'DEFAULT_UPDATE',
    extra: () => ({ new_holdings: 0, updated_holdings: 1, error: null }),
  },
  {
    type: 'INVESTMENTS_TRANSACTIONS',
    code: 'DEFAULT_UPDATE',
    extra: () => ({
      new_investments_transactions: 1,
      cancelled_investments_transactions: 0,
      error: null,
    }),
  },
  {
    type: 'INVESTMENTS_TRANSACTIONS',
    code: 'HISTORICAL_UPDATE',
    extra: () => ({
      new_investments_transactions: 1,
      cancelled_investments_transactions: 0,
      error: null,
    }),
  },
  {
    type: 'LIABILITIES',
    code: 'DEFAULT_UPDATE',
    extra: (item) => ({
      account_ids_with_new_liabilities: [],
      account_ids_with_updated_liabilities: Object.fromEntries(
        item
          .accounts()
          .filter(({ bankAccount }) => bankAccount.debt !== null)
          .map(({ accountId }) => [accountId, ['minimum_payment_amount']]),
      ),
      error: null,
    }),
  },
];

/** Codes of products that the sandbox does not have. */
const CODES_OF_OTHER_PRODUCTS = [
  'SMS_MICRODEPOSITS_VERIFICATION',
  'AUTHORIZATION_GRANTED',
  'PRODUCT_READY',
];

/** Every code that can be requested. */
export const FIREABLE_CODES: readonly string[] = [
  ...new Set([...KNOWN_WEBHOOKS.map(({ code }) => code), 'USER_PERMISSION_REVOKED']),
];

/**
 * Sends the webhook with this code. `type` selects a webhook if several share the code.
 * Throws SANDBOX_WEBHOOK_INVALID if the item has no webhook URL, SANDBOX_PRODUCT_NOT_ENABLED for codes of missing
 * products, and INVALID_FIELD for any other code.
 */
export function fireWebhook(
  aggregator: Aggregator,
  item: Item,
  code: string,
  type: string | null,
): void {
  if (item.record.webhook === null) {
    throw new PlaidApiError('SANDBOX_WEBHOOK_INVALID', 'the item has no webhook URL');
  }
  if (code === 'USER_PERMISSION_REVOKED') {
    revokeConsent(aggregator, item);
    return;
  }
  if (CODES_OF_OTHER_PRODUCTS.includes(code)) {
    throw new PlaidApiError(
      'SANDBOX_PRODUCT_NOT_ENABLED',
      `${code} requires a product that the item does not have`,
    );
  }
  const withCode = KNOWN_WEBHOOKS.filter((webhook) => webhook.code === code);
  if (withCode.length === 0) throw invalidField('webhook_code', 'a code that the sandbox sends');
  const webhook = withCode.find((webhook) => type === null || webhook.type === type);
  if (webhook === undefined) {
    throw invalidField(
      'webhook_type',
      `one of ${withCode.map((webhook) => webhook.type).join(', ')}`,
    );
  }
  const extra = webhook.extra(item, aggregator.context.clock.now());
  aggregator.webhooks.fire(item, webhook.type, code, extra);
}

const oneWeekAfter = (now: number): string => new Date(now + 7 * DAY_MS).toISOString();
