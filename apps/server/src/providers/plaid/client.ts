import type { PlaidApi } from 'plaid';
import type { Product } from '../../domain/products.ts';
import type { Settings } from '../../env.ts';
import type { Logger } from '../../platform/log.ts';
import { type Patience, retrying, usualPatience } from '../../platform/retrying.ts';
import { faultFrom, isPassing, kindOf, PlaidFault, type PlaidFaultKind } from './errors.ts';
import {
  type AccountRecord,
  mapAccount,
  mapRemoved,
  mapTransaction,
  type TransactionRecord,
} from './map.ts';
import { type HoldingRecord, mapHoldings } from './map-holdings.ts';
import { type LiabilityRecord, mapLiabilities } from './map-liabilities.ts';
import { mapStreams, type StreamRecord } from './map-streams.ts';
import { createWebhookVerifier, type WebhookKey } from './verify-webhook.ts';

/** One page of changes. `ready` is false while the aggregator has nothing yet. */
export interface SyncPage {
  ready: boolean;
  /** The accounts of this page's rows, closed ones included. */
  accounts: AccountRecord[];
  upserted: TransactionRecord[];
  removed: string[];
  nextCursor: string;
  hasMore: boolean;
}

/** A linked institution as the aggregator knows it. */
export interface ItemRecord {
  institutionId: string | null;
  institutionName: string;
  webhook: string | null;
  /** What keeps it from being read; null while it can be. */
  trouble: PlaidFaultKind | null;
}

/** The aggregator's calls that we make. Each throws a `PlaidFault`. */
export interface PlaidProvider {
  /** With `accessToken`: a token for update mode, which has the accounts chosen anew and asks for more where wanted. */
  createLinkToken(wish: {
    userId: string;
    webhook: string;
    accessToken?: string;
    chooseAccounts?: boolean;
    /** What the bank's customer is to agree to besides. */
    askFor?: readonly Product[];
  }): Promise<{ token: string; expiration: string }>;
  exchange(publicToken: string): Promise<{ accessToken: string; itemId: string }>;
  item(accessToken: string): Promise<ItemRecord>;
  updateWebhook(accessToken: string, webhook: string): Promise<void>;
  accounts(accessToken: string): Promise<AccountRecord[]>;
  /** `cursor` null: from the beginning. */
  syncPage(accessToken: string, cursor: string | null): Promise<SyncPage>;
  /** What repeats on an item's accounts. Refused where the add-on is not had, or not ready yet. */
  streams(accessToken: string): Promise<StreamRecord[]>;
  /** What lenders say of an item's cards and loans. Refused where there are none, or not to be had: `isAbsent`. */
  liabilities(accessToken: string): Promise<LiabilityRecord[]>;
  /** What an item's investment accounts hold. Refused likewise. */
  holdings(accessToken: string): Promise<HoldingRecord[]>;
  removeItem(accessToken: string): Promise<void>;
  /** Throws `PlaidFault` unless the aggregator signed exactly these bytes within five minutes. */
  verifyWebhook(rawBody: Buffer, signature: string | undefined): Promise<void>;
}

// The largest page there is: fewest calls for a long history.
const pageSize = 500;
// Two years: all that the aggregator keeps.
const daysRequested = 730;

export function createPlaidProvider(
  settings: Settings['plaid'],
  log: Logger,
  { timeout, retries }: Patience = usualPatience,
): PlaidProvider {
  let loading: Promise<PlaidApi> | undefined;
  const ownOrigin = new URL(settings.baseUrl).origin;
  const isOwnLogo = (url: string) => url.startsWith(`${ownOrigin}/`);

  // The SDK takes 70 MB and a fifth of a second to load: only when first used.
  const sdk = () => {
    loading ??= loadSdk(settings, timeout);
    return loading;
  };

  async function call<T>(name: string, use: (api: PlaidApi) => Promise<{ data: T }>): Promise<T> {
    const api = await sdk();
    const once = async () => {
      try {
        const { data } = await use(api);
        // A body cut short or not JSON at all arrives as text.
        if (typeof data !== 'object' || data === null)
          throw new PlaidFault('unavailable', 'MALFORMED_ANSWER');
        return data;
      } catch (error) {
        throw faultFrom(error);
      }
    };
    try {
      return await retrying(
        once,
        (error) => {
          const fault = faultFrom(error);
          return { worthRetrying: isPassing(fault), retryAfter: fault.retryAfter };
        },
        retries,
      );
    } catch (error) {
      const fault = faultFrom(error);
      log.warn({
        event: 'provider_call_failed',
        provider: 'plaid',
        call: name,
        code: fault.message,
      });
      throw fault;
    }
  }

  const verifyWebhook = createWebhookVerifier(async (keyId): Promise<WebhookKey> => {
    const { key } = await call('webhook_verification_key', (api) =>
      api.webhookVerificationKeyGet({ key_id: keyId }),
    );
    return key;
  });

  return {
    async createLinkToken({ userId, webhook, accessToken, chooseAccounts = false, askFor = [] }) {
      const mode =
        accessToken === undefined
          ? {
              products: ['transactions'],
              // Had where the bank has them, and no bank is refused for lacking them.
              optional_products: ['liabilities', 'investments'],
              webhook,
              transactions: { days_requested: daysRequested },
            }
          : {
              access_token: accessToken,
              ...(chooseAccounts && { update: { account_selection_enabled: true } }),
              ...(askFor.length > 0 && { additional_consented_products: askFor }),
            };
      const { link_token, expiration } = await call(
        'link_token_create',
        (api) =>
          api.linkTokenCreate({
            client_name: 'Cairn',
            language: 'en',
            country_codes: ['US'],
            user: { client_user_id: userId },
            ...mode,
          } as Parameters<PlaidApi['linkTokenCreate']>[0]), // The SDK types its words as enums.
      );
      return { token: link_token, expiration };
    },
    async exchange(publicToken) {
      const { access_token, item_id } = await call('public_token_exchange', (api) =>
        api.itemPublicTokenExchange({ public_token: publicToken }),
      );
      return { accessToken: access_token, itemId: item_id };
    },
    async item(accessToken) {
      const { item } = await call('item_get', (api) => api.itemGet({ access_token: accessToken }));
      return {
        institutionId: item.institution_id ?? null,
        institutionName: item.institution_name ?? 'Your bank',
        webhook: item.webhook,
        trouble: item.error ? kindOf(item.error.error_code, item.error.error_type, 400) : null,
      };
    },
    async updateWebhook(accessToken, webhook) {
      await call('item_webhook_update', (api) =>
        api.itemWebhookUpdate({ access_token: accessToken, webhook }),
      );
    },
    async accounts(accessToken) {
      const { accounts } = await call('accounts_get', (api) =>
        api.accountsGet({ access_token: accessToken }),
      );
      return accounts.map(mapAccount);
    },
    async syncPage(accessToken, cursor) {
      const page = await call('transactions_sync', (api) =>
        api.transactionsSync({
          access_token: accessToken,
          count: pageSize,
          ...(cursor === null ? {} : { cursor }),
          options: { include_original_description: true },
        }),
      );
      return {
        // An empty cursor means that nothing is ready; it must never replace a good one.
        ready: page.next_cursor !== '',
        accounts: page.accounts.map(mapAccount),
        upserted: [...page.added, ...page.modified].map((row) => mapTransaction(row, isOwnLogo)),
        removed: mapRemoved(page.removed),
        nextCursor: page.next_cursor,
        hasMore: page.has_more,
      };
    },
    async streams(accessToken) {
      return mapStreams(
        await call('transactions_recurring_get', (api) =>
          api.transactionsRecurringGet({ access_token: accessToken }),
        ),
      );
    },
    async liabilities(accessToken) {
      const { liabilities } = await call('liabilities_get', (api) =>
        api.liabilitiesGet({ access_token: accessToken }),
      );
      return mapLiabilities(liabilities);
    },
    async holdings(accessToken) {
      return mapHoldings(
        await call('investments_holdings_get', (api) =>
          api.investmentsHoldingsGet({ access_token: accessToken }),
        ),
      );
    },
    async removeItem(accessToken) {
      await call('item_remove', (api) => api.itemRemove({ access_token: accessToken }));
    },
    verifyWebhook,
  };
}

async function loadSdk(
  { baseUrl, clientId, secret }: Settings['plaid'],
  timeout: number,
): Promise<PlaidApi> {
  const { Configuration, PlaidApi } = await import('plaid');
  return new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: {
        timeout,
        // Outbound calls go to the configured host only.
        maxRedirects: 0,
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret },
      },
    }),
  );
}
