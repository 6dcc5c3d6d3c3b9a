import type {
  ItemPublicTokenExchangeResponse,
  LinkTokenCreateRequest,
  LinkTokenCreateResponse,
  SandboxPublicTokenCreateResponse,
} from 'plaid';
import { institutionById } from '../institutions/institutions.ts';
import { createItemRecord } from '../items/new-item.ts';
import type { LinkToken } from '../items/registry.ts';
import type { Aggregator, DefineCall } from '../plaid.plugin.ts';
import {
  type Body,
  checkFields,
  invalidField,
  readInteger,
  readObject,
  readOptionalString,
  readString,
  readStrings,
  readUrl,
} from './body-fields.ts';
import { PlaidApiError } from './errors.ts';
import type { WireResponse } from './wire.ts';

const MINUTE_MS = 60_000;
const LINK_TOKEN_LIFETIME_MS = 240 * MINUTE_MS;
const UPDATE_TOKEN_LIFETIME_MS = 30 * MINUTE_MS;
const PUBLIC_TOKEN_LIFETIME_MS = 30 * MINUTE_MS;
/** The days of history that the aggregator reports by default. */
const DEFAULT_DAYS_REQUESTED = 90;

const LINK_FIELDS: readonly (keyof LinkTokenCreateRequest)[] = [
  'user',
  'user_id',
  'user_token',
  'products',
  'required_if_supported_products',
  'optional_products',
  'additional_consented_products',
  'webhook',
  'access_token',
  'link_customization_name',
  'appearance_mode',
  'redirect_uri',
  'institution_data',
  'account_filters',
  'institution_id',
  'update',
  'hosted_link',
  'transactions',
  'investments',
  'enable_multi_item_link',
];
const LANGUAGES = 'en,fr,es,nl,de,da,et,hi,it,lv,lt,no,pl,pt,ro,sv,vi'.split(',');

/** Calls that create and exchange tokens. */
export function tokenCalls(call: DefineCall, aggregator: Aggregator): void {
  const { context, registry } = aggregator;

  call(
    '/link/token/create',
    { required: ['client_name', 'language', 'country_codes'], optional: LINK_FIELDS },
    (body): WireResponse<LinkTokenCreateResponse> => {
      const token = registry.addLinkToken(readLinkToken(aggregator, body));
      context.stateFile.saveSoon();
      return { link_token: token.token, expiration: new Date(token.expiresAt).toISOString() };
    },
  );

  call(
    '/sandbox/public_token/create',
    {
      required: ['institution_id', 'initial_products'],
      optional: ['options', 'user_token', 'user_id'],
    },
    (body): WireResponse<SandboxPublicTokenCreateResponse> => {
      const products = readStrings(body, 'initial_products') ?? [];
      if (products.length === 0) throw invalidField('initial_products', 'a non-empty list');
      const options = readObject(body, 'options');
      const record = createItemRecord(aggregator, {
        institutionId: readString(body, 'institution_id'),
        username: readOptionalString(options, 'override_username') ?? 'user_good',
        password: readOptionalString(options, 'override_password') ?? 'pass_good',
        products,
        moreProducts: null,
        webhook: readUrl(options, 'webhook'),
        daysRequested: readInteger(readObject(options, 'transactions'), 'days_requested', 1, 730),
        idParts: registry.nextIdParts(),
        accountKeys: null,
      });
      context.stateFile.saveSoon();
      return { public_token: createPublicToken(aggregator, record) };
    },
  );

  call(
    '/item/public_token/exchange',
    { required: ['public_token'] },
    async (body): Promise<WireResponse<ItemPublicTokenExchangeResponse>> => {
      const { record } = registry.exchange(readString(body, 'public_token'));
      // The caller stores this token permanently, so it must be on disk before the response.
      await context.stateFile.save();
      return { access_token: record.accessToken, item_id: record.itemId };
    },
  );
}

/** Creates a public token for a new item. It expires after half an hour. */
export function createPublicToken(
  { context, registry }: Aggregator,
  record: Parameters<typeof registry.addPublicToken>[0],
): string {
  return registry.addPublicToken(record, context.clock.now() + PUBLIC_TOKEN_LIFETIME_MS).token;
}

function readLinkToken(
  { context, registry }: Aggregator,
  body: Body,
): Omit<LinkToken, 'token' | 'used'> {
  if (!LANGUAGES.includes(readString(body, 'language'))) {
    throw invalidField('language', `one of ${LANGUAGES.join(', ')}`);
  }
  if ((readStrings(body, 'country_codes') ?? []).length === 0) {
    throw invalidField('country_codes', 'a non-empty list');
  }
  if (readOptionalString(body, 'user_id') === null) {
    checkFields({ 'user.client_user_id': readObject(body, 'user').client_user_id }, REQUIRED_USER);
  }
  const shared = {
    clientName: displayName(readString(body, 'client_name')),
    canChooseAccounts: readObject(body, 'update').account_selection_enabled === true,
    accountFilters: readFilters(body),
    ...readProducts(body),
    daysRequested:
      readInteger(readObject(body, 'transactions'), 'days_requested', 1, 730) ??
      DEFAULT_DAYS_REQUESTED,
  };
  const accessToken = readOptionalString(body, 'access_token');
  if (accessToken !== null) {
    if (shared.products.length > 0) {
      throw new PlaidApiError('INVALID_FIELD', 'products must not be given in update mode');
    }
    const { record } = registry.byAccessToken(accessToken);
    return {
      ...shared,
      expiresAt: context.clock.now() + UPDATE_TOKEN_LIFETIME_MS,
      itemId: record.itemId,
      institutionId: record.institutionId,
      webhook: null,
    };
  }
  if (shared.products.length === 0) checkFields({}, { required: ['products'] });
  const institutionId = readOptionalString(body, 'institution_id');
  if (institutionId !== null) institutionById(institutionId);
  return {
    ...shared,
    expiresAt: context.clock.now() + LINK_TOKEN_LIFETIME_MS,
    itemId: null,
    institutionId,
    webhook: readUrl(body, 'webhook'),
  };
}

const REQUIRED_USER = { required: ['user.client_user_id'] };

/** Returns the app's name, or a placeholder if it exceeds 30 characters. */
function displayName(name: string): string {
  return name.length > 30 ? 'This Application' : name;
}

/** Fields of products in addition to the required products in `products`. */
const ADDITIONAL_PRODUCT_FIELDS = [
  'required_if_supported_products',
  'optional_products',
  'additional_consented_products',
];

/** Reads the required products, and the additional products to request consent for. */
function readProducts(body: Body): { products: string[]; moreProducts: string[] } {
  const products = readStrings(body, 'products') ?? [];
  if (products.includes('balance')) {
    throw new PlaidApiError('INVALID_FIELD', 'balance is not a product to initialize Link with');
  }
  const moreProducts: string[] = [];
  for (const name of ADDITIONAL_PRODUCT_FIELDS) {
    const additional = readStrings(body, name) ?? [];
    const duplicate = additional.find((product) => products.includes(product));
    if (duplicate !== undefined)
      throw invalidField(name, `without ${duplicate}, which is already in products`);
    moreProducts.push(...additional);
  }
  return { products, moreProducts };
}

function readFilters(body: Body): Record<string, string[]> | null {
  const filters = readObject(body, 'account_filters');
  const byType = Object.keys(filters).map((type): [string, string[]] => [
    type,
    readStrings(readObject(filters, type), 'account_subtypes') ?? ['all'],
  ]);
  return byType.length === 0 ? null : Object.fromEntries(byType);
}
