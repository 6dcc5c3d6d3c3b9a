import type {
  ItemPublicTokenExchangeResponse,
  LinkTokenCreateRequest,
  LinkTokenCreateResponse,
  SandboxPublicTokenCreateResponse,
} from 'plaid';
import { PlaidRefusal } from './errors.ts';
import {
  type Body,
  checkFields,
  invalid,
  readAddress,
  readObject,
  readOptionalText,
  readText,
  readTexts,
  readWhole,
} from './fields.ts';
import { institutionById } from './institutions.ts';
import { newItem } from './new-item.ts';
import type { Aggregator, DefineCall } from './plaid.plugin.ts';
import type { LinkToken } from './registry.ts';
import type { Reply } from './wire.ts';

const MINUTE_MS = 60_000;
const LINK_LIFETIME_MS = 240 * MINUTE_MS;
const UPDATE_LIFETIME_MS = 30 * MINUTE_MS;
const PUBLIC_LIFETIME_MS = 30 * MINUTE_MS;
/** The aggregator's default. */
const DEFAULT_DAYS = 90;

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
    (body): Reply<LinkTokenCreateResponse> => {
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
    (body): Reply<SandboxPublicTokenCreateResponse> => {
      const products = readTexts(body, 'initial_products') ?? [];
      if (products.length === 0) throw invalid('initial_products', 'a non-empty list');
      const options = readObject(body, 'options');
      const record = newItem(aggregator, {
        institutionId: readText(body, 'institution_id'),
        username: readOptionalText(options, 'override_username') ?? 'user_good',
        password: readOptionalText(options, 'override_password') ?? 'pass_good',
        products,
        moreProducts: null,
        webhook: readAddress(options, 'webhook'),
        daysRequested: readWhole(readObject(options, 'transactions'), 'days_requested', 1, 730),
        parts: registry.nextParts(),
        accountKeys: null,
      });
      context.stateFile.saveSoon();
      return { public_token: givePublicToken(aggregator, record) };
    },
  );

  call(
    '/item/public_token/exchange',
    { required: ['public_token'] },
    async (body): Promise<Reply<ItemPublicTokenExchangeResponse>> => {
      const { record } = registry.exchange(readText(body, 'public_token'));
      // The caller stores this token permanently, so it must be on disk before the response.
      await context.stateFile.save();
      return { access_token: record.accessToken, item_id: record.itemId };
    },
  );
}

/** Creates a public token for a new item. It expires after half an hour. */
export function givePublicToken(
  { context, registry }: Aggregator,
  record: Parameters<typeof registry.addPublicToken>[0],
): string {
  return registry.addPublicToken(record, context.clock.now() + PUBLIC_LIFETIME_MS).token;
}

function readLinkToken(
  { context, registry }: Aggregator,
  body: Body,
): Omit<LinkToken, 'token' | 'used'> {
  if (!LANGUAGES.includes(readText(body, 'language'))) {
    throw invalid('language', `one of ${LANGUAGES.join(', ')}`);
  }
  if ((readTexts(body, 'country_codes') ?? []).length === 0) {
    throw invalid('country_codes', 'a non-empty list');
  }
  if (readOptionalText(body, 'user_id') === null) {
    checkFields({ 'user.client_user_id': readObject(body, 'user').client_user_id }, REQUIRED_USER);
  }
  const shared = {
    clientName: displayName(readText(body, 'client_name')),
    canChooseAccounts: readObject(body, 'update').account_selection_enabled === true,
    accountFilters: readFilters(body),
    ...readProducts(body),
    daysRequested:
      readWhole(readObject(body, 'transactions'), 'days_requested', 1, 730) ?? DEFAULT_DAYS,
  };
  const accessToken = readOptionalText(body, 'access_token');
  if (accessToken !== null) {
    if (shared.products.length > 0) {
      throw new PlaidRefusal('INVALID_FIELD', 'products must not be given in update mode');
    }
    const { record } = registry.byAccessToken(accessToken);
    return {
      ...shared,
      expiresAt: context.clock.now() + UPDATE_LIFETIME_MS,
      itemId: record.itemId,
      institutionId: record.institutionId,
      webhook: null,
    };
  }
  if (shared.products.length === 0) checkFields({}, { required: ['products'] });
  const institutionId = readOptionalText(body, 'institution_id');
  if (institutionId !== null) institutionById(institutionId);
  return {
    ...shared,
    expiresAt: context.clock.now() + LINK_LIFETIME_MS,
    itemId: null,
    institutionId,
    webhook: readAddress(body, 'webhook'),
  };
}

const REQUIRED_USER = { required: ['user.client_user_id'] };

/** Returns the app's name, or a placeholder if it exceeds 30 characters. */
function displayName(name: string): string {
  return name.length > 30 ? 'This Application' : name;
}

/** Fields of products in addition to the required ones in `products`. */
const ADDITIONAL_PRODUCT_FIELDS = [
  'required_if_supported_products',
  'optional_products',
  'additional_consented_products',
];

/** Reads the required products and the additional ones to request consent for. */
function readProducts(body: Body): { products: string[]; moreProducts: string[] } {
  const products = readTexts(body, 'products') ?? [];
  if (products.includes('balance')) {
    throw new PlaidRefusal('INVALID_FIELD', 'balance is not a product to initialize Link with');
  }
  const moreProducts: string[] = [];
  for (const name of ADDITIONAL_PRODUCT_FIELDS) {
    const additional = readTexts(body, name) ?? [];
    const duplicate = additional.find((product) => products.includes(product));
    if (duplicate !== undefined)
      throw invalid(name, `without ${duplicate}, which is already in products`);
    moreProducts.push(...additional);
  }
  return { products, moreProducts };
}

function readFilters(body: Body): Record<string, string[]> | null {
  const filters = readObject(body, 'account_filters');
  const byType = Object.keys(filters).map((type): [string, string[]] => [
    type,
    readTexts(readObject(filters, type), 'account_subtypes') ?? ['all'],
  ]);
  return byType.length === 0 ? null : Object.fromEntries(byType);
}
