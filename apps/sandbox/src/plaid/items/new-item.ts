import { PlaidApiError } from '../calls/errors.ts';
import { institutionById } from '../institutions/institutions.ts';
import type { Aggregator } from '../plaid.plugin.ts';
import { type BankData, findBankLogin, type Login } from './bank-data.ts';
import { deriveId, deriveToken } from './ids.ts';
import type { ItemRecord } from './item.ts';
import type { LinkToken } from './registry.ts';

/** The parameters of a new item. */
export interface NewItem extends Login {
  institutionId: string;
  /** The user's time zone. Omitted if it is unknown. */
  timeZone?: string;
  products: string[];
  /** Additional products the user has consented to. Null if there was no consent step: all products. */
  moreProducts: string[] | null;
  webhook: string | null;
  daysRequested: number | null;
  /** The parts that the item's ID is derived from. */
  idParts: (string | number)[];
  /** The keys of the accounts to share. Null: all. */
  accountKeys: string[] | null;
}

/** Creates the record of a new item. Throws INVALID_CREDENTIALS, INVALID_INSTITUTION, or NO_ACCOUNTS. */
export function createItemRecord({ context, registry }: Aggregator, params: NewItem): ItemRecord {
  const today = context.clock.today(params.timeZone);
  const { institution_id: institutionId } = institutionById(params.institutionId);
  const { products, moreProducts } = params;
  const { accounts } = findBankLogin(params).dataOn(today, registry.currentSeed);
  const keys = params.accountKeys ?? accounts.map((account) => account.key);
  if (keys.length === 0) throw new PlaidApiError('NO_ACCOUNTS', 'no accounts were shared');
  const now = new Date(context.clock.now()).toISOString();
  return {
    itemId: deriveId('item', ...params.idParts),
    accessToken: deriveToken('access', ...params.idParts),
    institutionId,
    username: params.username,
    password: params.password,
    ...(params.timeZone !== undefined && { timeZone: params.timeZone }),
    seed: registry.currentSeed,
    products,
    ...(moreProducts !== null && { consentedProducts: [...products, ...moreProducts] }),
    webhook: params.webhook,
    createdAt: now,
    linkDay: today,
    day: today,
    daysRequested: params.daysRequested,
    linkedAccountKeys: keys,
    accountKeys: keys,
    state: 'ok',
    synced: false,
    updatedAt: now,
    lastWebhook: null,
    later: [],
    moved: {},
    settled: {},
    activities: 0,
  };
}

/** Returns the parts that the ID of a linked item is derived from. The parts are the same before and after linking, so account IDs are stable. */
export function itemIdParts(token: LinkToken, login: Login, institutionId: string): string[] {
  return [token.token, institutionId, login.username, login.password];
}

/** Returns the accounts that match a link token's filter. */
export function filterAccounts(token: LinkToken, bankData: BankData): BankData['accounts'] {
  const filters = token.accountFilters;
  if (filters === null) return bankData.accounts;
  return bankData.accounts.filter((account) => {
    const subtypes = filters[account.type];
    return subtypes?.includes('all') || subtypes?.includes(account.subtype);
  });
}
