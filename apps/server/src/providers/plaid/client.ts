import type { CountryCode, LinkTokenCreateRequest as SdkLinkTokenRequest } from 'plaid';
import type { Product } from '../../domain/items/products.ts';
import type { TransactionRecord } from '../../domain/transactions/bank-columns.ts';
import type { Settings } from '../../env.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { RunInCircuit } from '../../platform/providers/circuit-breakers.ts';
import { type CallPolicy, defaultCallPolicy } from '../../platform/providers/retry.ts';
import { type CallPlaid, createPlaidCaller } from './call-plaid.ts';
import { PlaidError, type PlaidErrorKind, plaidErrorKind } from './errors.ts';
import { type AccountRecord, mapAccount, mapRemoved, mapTransaction } from './map.ts';
import { type BrandRecord, mapBrand } from './map-brand.ts';
import { type HoldingRecord, mapHoldings } from './map-holdings.ts';
import { type LiabilityRecord, mapLiabilities } from './map-liabilities.ts';
import { mapStreams, type StreamRecord } from './map-streams.ts';
import { createPlaidCircuits } from './plaid-circuits.ts';
import { createWebhookVerifier } from './verify-webhook.ts';
import type { WebhookKey } from './webhook-keys.ts';

/** One page of changes. `ready` is false while the aggregator is still preparing the item's data. */
export interface SyncPage {
  ready: boolean;
  /** The accounts of this page's rows, including closed ones. */
  accounts: AccountRecord[];
  upserted: TransactionRecord[];
  removed: string[];
  nextCursor: string;
  hasMore: boolean;
}

/** An item at the aggregator. */
export interface ItemRecord {
  institutionId: string | null;
  institutionName: string;
  webhook: string | null;
  /** Why the item can't be read; null if it can. */
  errorKind: PlaidErrorKind | null;
}

/** What to create a link token for. */
export interface LinkTokenRequest {
  userId: string;
  webhook: string;
  /** The item to open in update mode. */
  accessToken?: string;
  /** Lets the user choose the item's accounts again. */
  allowsAccountSelection?: boolean;
  /** Products to request the user's consent for. */
  additionalProducts?: readonly Product[];
}

/** The aggregator's API. Each call throws `PlaidError`. */
export interface PlaidProvider {
  createLinkToken(request: LinkTokenRequest): Promise<{ token: string; expiration: string }>;
  /**
   * A public token can be exchanged only once. Throws `link_outcome_unknown` if a lost response may have had the
   * tokens.
   */
  exchangePublicToken(publicToken: string): Promise<{ accessToken: string; itemId: string }>;
  item(accessToken: string): Promise<ItemRecord>;
  updateWebhook(accessToken: string, webhook: string): Promise<void>;
  /** The color and logo of an institution. */
  brand(institutionId: string): Promise<BrandRecord>;
  /**
   * Returns the calls that read the data of items at an institution (the aggregator's id; null if it is not known). While
   * the institution's circuit is open, they fail at once without being sent.
   */
  forInstitution(institutionId: string | null): InstitutionCalls;
  removeItem(accessToken: string): Promise<void>;
  /** Throws `PlaidError` unless the aggregator signed these bytes within the last five minutes. */
  verifyWebhook(rawBody: Buffer, signature: string | undefined): Promise<void>;
}

/** The calls that read an item's data. Each throws `PlaidError`. */
export interface InstitutionCalls {
  accounts(accessToken: string): Promise<AccountRecord[]>;
  /** A null `cursor` starts from the beginning. */
  syncPage(accessToken: string, cursor: string | null): Promise<SyncPage>;
  /** The item's recurring streams. Throws if the product is unavailable or not ready yet. */
  streams(accessToken: string): Promise<StreamRecord[]>;
  /**
   * The item's cards and loans. If it has none or lacks consent, throws an error for which `isProductUnavailable` is
   * true.
   */
  liabilities(accessToken: string): Promise<LiabilityRecord[]>;
  /** The holdings of the item's investment accounts. Throws the same errors as `liabilities`. */
  holdings(accessToken: string): Promise<HoldingRecord[]>;
}

// The largest page size.
const pageSize = 500;
// Two years, the longest history that the aggregator offers.
const historyDays = 730;
// The countries whose institutions can be linked. The SDK types these strings as an enum.
const countries = ['US'] as CountryCode[];

export function createPlaidProvider(
  settings: Settings['plaid'],
  log: Logger,
  clock: Clock,
  policy: CallPolicy = defaultCallPolicy,
): PlaidProvider {
  const call = createPlaidCaller(settings, log, policy);
  return {
    ...linkCalls(call),
    forInstitution: institutionCalls(call, settings, createPlaidCircuits(log, policy)),
    verifyWebhook: webhookVerifier(call, clock),
  };
}

type LinkCall =
  | 'createLinkToken'
  | 'exchangePublicToken'
  | 'item'
  | 'updateWebhook'
  | 'brand'
  | 'removeItem';

/** The calls that link an item and maintain it. */
function linkCalls(call: CallPlaid): Pick<PlaidProvider, LinkCall> {
  return {
    async createLinkToken(request) {
      const { link_token, expiration } = await call('link_token_create', (api) =>
        api.linkTokenCreate(toSdkRequest(request)),
      );
      return { token: link_token, expiration };
    },
    async exchangePublicToken(publicToken) {
      let attempts = 0;
      try {
        const { access_token, item_id } = await call('public_token_exchange', (api) => {
          attempts += 1;
          return api.itemPublicTokenExchange({ public_token: publicToken });
        });
        return { accessToken: access_token, itemId: item_id };
      } catch (error) {
        if (error instanceof PlaidError && error.kind === 'link_expired' && attempts > 1)
          throw new PlaidError('link_outcome_unknown', error.code);
        throw error;
      }
    },
    async item(accessToken) {
      const { item } = await call('item_get', (api) => api.itemGet({ access_token: accessToken }));
      return {
        institutionId: item.institution_id ?? null,
        institutionName: item.institution_name ?? 'Your bank',
        webhook: item.webhook,
        errorKind: item.error
          ? plaidErrorKind(item.error.error_code, item.error.error_type, 400)
          : null,
      };
    },
    async updateWebhook(accessToken, webhook) {
      await call('item_webhook_update', (api) =>
        api.itemWebhookUpdate({ access_token: accessToken, webhook }),
      );
    },
    async brand(institutionId) {
      const { institution } = await call('institutions_get_by_id', (api) =>
        api.institutionsGetById({
          institution_id: institutionId,
          country_codes: countries,
          options: { include_optional_metadata: true },
        }),
      );
      return mapBrand(institution);
    },
    async removeItem(accessToken) {
      await call('item_remove', (api) => api.itemRemove({ access_token: accessToken }));
    },
  };
}

/** Returns the calls that read an item's data, through the circuit breaker of its institution. */
const institutionCalls =
  (
    callPlaid: CallPlaid,
    settings: Settings['plaid'],
    circuitOf: (institutionId: string | null) => RunInCircuit,
  ): PlaidProvider['forInstitution'] =>
  (institutionId) => {
    const circuit = circuitOf(institutionId);
    return dataCalls((name, send) => callPlaid(name, send, circuit), settings);
  };

function dataCalls(call: CallPlaid, { baseUrl }: Settings['plaid']): InstitutionCalls {
  const ownOrigin = new URL(baseUrl).origin;
  const isSandboxLogo = (url: string) => url.startsWith(`${ownOrigin}/`);
  return {
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
        // An empty cursor means that the data is not ready. It must never replace a valid cursor.
        ready: page.next_cursor !== '',
        accounts: page.accounts.map(mapAccount),
        upserted: [...page.added, ...page.modified].map((row) =>
          mapTransaction(row, isSandboxLogo),
        ),
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
  };
}

const webhookVerifier = (call: CallPlaid, clock: Clock): PlaidProvider['verifyWebhook'] =>
  createWebhookVerifier(async (keyId): Promise<WebhookKey> => {
    const { key } = await call('webhook_verification_key', (api) =>
      api.webhookVerificationKeyGet({ key_id: keyId }),
    );
    return key;
  }, clock);

/** Requests a token that opens the link script: for a new item, or in update mode if there is an access token. */
function toSdkRequest({
  userId,
  webhook,
  accessToken,
  allowsAccountSelection = false,
  additionalProducts = [],
}: LinkTokenRequest): SdkLinkTokenRequest {
  const mode =
    accessToken === undefined
      ? {
          products: ['transactions'],
          // Included if the bank supports them. Other banks can still be linked.
          optional_products: ['liabilities', 'investments'],
          webhook,
          transactions: { days_requested: historyDays },
        }
      : {
          access_token: accessToken,
          ...(allowsAccountSelection && { update: { account_selection_enabled: true } }),
          ...(additionalProducts.length > 0 && {
            additional_consented_products: additionalProducts,
          }),
        };
  return {
    client_name: 'Cairn',
    language: 'en',
    country_codes: countries,
    user: { client_user_id: userId },
    ...mode,
  } as SdkLinkTokenRequest; // The SDK types these strings as enums.
}
