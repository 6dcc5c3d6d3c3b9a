import type { SandboxContext } from '../../context.ts';
import { PlaidApiError } from '../calls/errors.ts';
import { advanceItem } from './advance-item.ts';
import { isValidLogin } from './bank-data.ts';
import { deriveToken } from './ids.ts';
import { Item, type ItemRecord } from './item.ts';

/** What a link token allows. */
export interface LinkToken {
  token: string;
  clientName: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The item to update. Null if a new item is linked. */
  itemId: string | null;
  /** Preset by the caller. Null if the user chooses. */
  institutionId: string | null;
  webhook: string | null;
  products: string[];
  /** Additional products to request consent for. Missing in tokens from older versions. */
  moreProducts?: string[];
  daysRequested: number;
  /** Allowed subtypes by account type; other types are excluded. Null: all accounts. */
  accountFilters: Record<string, string[]> | null;
  canChooseAccounts: boolean;
  used: boolean;
}

/** A public token, and the item that it is exchanged for. */
export interface PublicToken {
  token: string;
  expiresAt: number;
  used: boolean;
  item: ItemRecord;
}

interface Saved {
  /** The seed in the settings at the last start. If the setting changes, the new seed replaces `seed`. */
  startedWith: number;
  seed: number;
  generation: number;
  /** How many IDs and tokens have been derived in this generation. */
  made: number;
  items: ItemRecord[];
  linkTokens: LinkToken[];
  publicTokens: PublicToken[];
}

/** The aggregator's items and tokens. IDs are derived from the seed and the order of calls. */
export class Registry {
  private readonly context: SandboxContext;
  private seed: number;
  /** Incremented by a reset without a seed, so that earlier IDs are not reused. */
  private generation = 0;
  /** How many IDs and tokens have been derived in this generation. */
  private made = 0;
  private readonly itemsById = new Map<string, Item>();
  private readonly itemsByToken = new Map<string, Item>();
  private readonly linkTokens = new Map<string, LinkToken>();
  private readonly publicTokens = new Map<string, PublicToken>();

  constructor(context: SandboxContext) {
    this.context = context;
    this.seed = context.settings.seed;
    // Only this class writes the section, so its shape is known.
    const saved = context.stateFile.section('plaid', () => this.snapshot()) as Saved | undefined;
    if (saved !== undefined) this.restore(saved);
    context.onReset((seed) => this.reset(seed));
  }

  get currentSeed(): number {
    return this.seed;
  }

  /** Returns the parts that the next ID or token is derived from. */
  nextIdParts(): (string | number)[] {
    this.made++;
    return [this.seed, this.generation, this.made];
  }

  addLinkToken(token: Omit<LinkToken, 'token' | 'used'>): LinkToken {
    const linkToken = { ...token, token: deriveToken('link', ...this.nextIdParts()), used: false };
    this.linkTokens.set(linkToken.token, linkToken);
    return linkToken;
  }

  /** Returns a valid link token. Throws INVALID_LINK_TOKEN if it is unknown, used, or expired. */
  linkToken(token: string): LinkToken {
    const match = this.linkTokens.get(token);
    if (match === undefined || match.used || match.expiresAt <= this.context.clock.now()) {
      throw new PlaidApiError(
        'INVALID_LINK_TOKEN',
        'link token is expired, invalid or already used',
      );
    }
    return match;
  }

  addPublicToken(item: ItemRecord, expiresAt: number): PublicToken {
    const token = deriveToken('public', ...this.nextIdParts());
    const publicToken = { token, expiresAt, used: false, item };
    this.publicTokens.set(token, publicToken);
    return publicToken;
  }

  /** Exchanges a public token for its item, once. Throws INVALID_PUBLIC_TOKEN if it is unknown, used, or expired. */
  exchange(token: string): Item {
    const match = this.publicTokens.get(token);
    if (match === undefined || match.used) {
      throw new PlaidApiError('INVALID_PUBLIC_TOKEN', 'could not find matching public token');
    }
    if (match.expiresAt <= this.context.clock.now()) {
      throw new PlaidApiError('INVALID_PUBLIC_TOKEN', 'provided public token is expired');
    }
    match.used = true;
    const item = new Item(match.item);
    this.register(item);
    return item;
  }

  /** Returns every item, oldest first. */
  items(): Item[] {
    return [...this.itemsById.values()];
  }

  find(itemId: string): Item | undefined {
    return this.itemsById.get(itemId);
  }

  /** Returns the institution of a request's access token, or null if the token is missing or invalid. */
  institutionOfRequest(body: unknown): string | null {
    if (typeof body !== 'object' || body === null || !('access_token' in body)) return null;
    const item = this.itemsByToken.get(String(body.access_token));
    return item?.record.institutionId ?? null;
  }

  /** Returns the item of an access token. Throws INVALID_ACCESS_TOKEN, or ITEM_NOT_FOUND if the item was removed. */
  byAccessToken(token: string): Item {
    const item = this.itemsByToken.get(token);
    if (item === undefined) {
      throw new PlaidApiError('INVALID_ACCESS_TOKEN', 'could not find matching access token');
    }
    if (item.record.state === 'removed') {
      throw new PlaidApiError('ITEM_NOT_FOUND', 'The Item you requested cannot be found.');
    }
    return item;
  }

  /** Advances an item to the current day in its time zone. Returns true if any row changed. */
  advance(item: Item): boolean {
    const { clock, stateFile } = this.context;
    const changed = advanceItem(item, item.today(clock), new Date(clock.now()));
    if (changed) stateFile.saveSoon();
    return changed;
  }

  private register(item: Item): void {
    this.itemsById.set(item.record.itemId, item);
    this.itemsByToken.set(item.record.accessToken, item);
  }

  private reset(seed: number | null): void {
    if (seed === null) {
      this.generation++;
    } else {
      this.seed = seed;
      this.generation = 0;
    }
    this.made = 0;
    this.itemsById.clear();
    this.itemsByToken.clear();
    this.linkTokens.clear();
    this.publicTokens.clear();
  }

  private snapshot(): Saved {
    const now = this.context.clock.now();
    const isOpen = (token: { used: boolean; expiresAt: number }) =>
      !token.used && token.expiresAt > now;
    return {
      startedWith: this.context.settings.seed,
      seed: this.seed,
      generation: this.generation,
      made: this.made,
      items: this.items().map((item) => item.record),
      linkTokens: [...this.linkTokens.values()].filter(isOpen),
      publicTokens: [...this.publicTokens.values()].filter(isOpen),
    };
  }

  private restore(saved: Saved): void {
    const { settings } = this.context;
    this.seed = saved.startedWith === settings.seed ? saved.seed : settings.seed;
    this.generation = saved.generation;
    this.made = saved.made;
    for (const record of saved.items) {
      if (record.state === 'removed' || isValidLogin(record)) this.register(new Item(record));
      else
        process.emitWarning(
          `dropped an item of ${record.username}, who no longer exists in the sandbox`,
        );
    }
    for (const token of saved.linkTokens) this.linkTokens.set(token.token, token);
    for (const token of saved.publicTokens) this.publicTokens.set(token.token, token);
  }
}
