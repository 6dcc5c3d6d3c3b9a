import { PlaidRefusal } from './errors.ts';
import { type Holding, holderOf, type Login } from './holding.ts';
import { idFrom, tokenFrom } from './ids.ts';
import { institutionById } from './institutions.ts';
import type { ItemRecord } from './item.ts';
import type { Aggregator } from './plaid.plugin.ts';
import type { LinkToken } from './registry.ts';

/** What is asked for when an item is linked. */
export interface NewItem extends Login {
  institutionId: string;
  products: string[];
  /** Products that the person has agreed to besides; null: nobody was asked, so to all. */
  moreProducts: string[] | null;
  webhook: string | null;
  daysRequested: number | null;
  /** The parts from which the item's id is made. */
  parts: (string | number)[];
  /** The accounts to share, by key; null: all. */
  accountKeys: string[] | null;
}

/** The record of an item to be. Throws INVALID_CREDENTIALS, INVALID_INSTITUTION or NO_ACCOUNTS. */
export function newItem({ context, registry }: Aggregator, wanted: NewItem): ItemRecord {
  const today = context.clock.today();
  const { institution_id: institutionId } = institutionById(wanted.institutionId);
  const { products, moreProducts } = wanted;
  const { accounts } = holderOf(wanted).on(today, registry.currentSeed);
  const keys = wanted.accountKeys ?? accounts.map((account) => account.key);
  if (keys.length === 0) throw new PlaidRefusal('NO_ACCOUNTS', 'no accounts were shared');
  const now = new Date(context.clock.now()).toISOString();
  return {
    itemId: idFrom('item', ...wanted.parts),
    accessToken: tokenFrom('access', ...wanted.parts),
    institutionId,
    username: wanted.username,
    password: wanted.password,
    seed: registry.currentSeed,
    products,
    ...(moreProducts !== null && { consentedProducts: [...products, ...moreProducts] }),
    webhook: wanted.webhook,
    createdAt: now,
    linkDay: today,
    day: today,
    daysRequested: wanted.daysRequested,
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

/** The parts of the one item that a link token can make with a login: the same before and after it is linked, so that account ids are. */
export function partsOfLink(token: LinkToken, login: Login, institutionId: string): string[] {
  return [token.token, institutionId, login.username, login.password];
}

/** The accounts that a link token may be shown: those that fit its filter. */
export function offeredAccounts(token: LinkToken, holding: Holding): Holding['accounts'] {
  const filters = token.accountFilters;
  if (filters === null) return holding.accounts;
  return holding.accounts.filter((account) => {
    const subtypes = filters[account.type];
    return subtypes?.includes('all') || subtypes?.includes(account.subtype);
  });
}
