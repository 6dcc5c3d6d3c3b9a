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
/** What the real one gives to those who name no number of days. */
const USUAL_DAYS = 90;

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

/** Calls that give out tokens. */
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
      if (products.length === 0) throw invalid('initial_products', 'a list that is not empty');
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
      // The caller will keep this token for good: it must outlive even a kill right after the answer.
      await context.stateFile.save();
      return { access_token: record.accessToken, item_id: record.itemId };
    },
  );
}

/** A public token for an item to be. It lives for half an hour. */
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
    throw invalid('country_codes', 'a list that is not empty');
  }
  if (readOptionalText(body, 'user_id') === null) {
    checkFields({ 'user.client_user_id': readObject(body, 'user').client_user_id }, NEEDS_USER);
  }
  const shared = {
    clientName: shownName(readText(body, 'client_name')),
    canChooseAccounts: readObject(body, 'update').account_selection_enabled === true,
    accountFilters: readFilters(body),
    ...readProducts(body),
    daysRequested:
      readWhole(readObject(body, 'transactions'), 'days_requested', 1, 730) ?? USUAL_DAYS,
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

const NEEDS_USER = { required: ['user.client_user_id'] };

/** A name longer than 30 characters is not shown. */
function shownName(name: string): string {
  return name.length > 30 ? 'This Application' : name;
}

/** Fields that name products beside those without which nothing is linked. */
const BESIDES = [
  'required_if_supported_products',
  'optional_products',
  'additional_consented_products',
];

/** Which products the token is for, and which it asks consent for besides. */
function readProducts(body: Body): { products: string[]; moreProducts: string[] } {
  const products = readTexts(body, 'products') ?? [];
  if (products.includes('balance')) {
    throw new PlaidRefusal('INVALID_FIELD', 'balance is not a product to initialise Link with');
  }
  const moreProducts: string[] = [];
  for (const name of BESIDES) {
    const more = readTexts(body, name) ?? [];
    const twice = more.find((product) => products.includes(product));
    if (twice !== undefined) throw invalid(name, `free of ${twice}, which products holds already`);
    moreProducts.push(...more);
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
