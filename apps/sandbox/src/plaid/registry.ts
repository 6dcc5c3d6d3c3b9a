import type { SandboxContext } from '../context.ts';
import { advanceItem } from './advance-item.ts';
import { PlaidRefusal } from './errors.ts';
import { isStillKnown } from './holding.ts';
import { tokenFrom } from './ids.ts';
import { Item, type ItemRecord } from './item.ts';

/** What a link token allows. */
export interface LinkToken {
  token: string;
  clientName: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The item to be repaired; null: a new one is linked. */
  itemId: string | null;
  /** Preset by the caller; null: the person chooses. */
  institutionId: string | null;
  webhook: string | null;
  products: string[];
  /** Products that it asks consent for besides; one of an older sandbox has none. */
  moreProducts?: string[];
  daysRequested: number;
  /** Subtypes by account type; a type not named is left out. Null: every account. */
  accountFilters: Record<string, string[]> | null;
  canChooseAccounts: boolean;
  used: boolean;
}

/** What a public token will become when it is exchanged. */
export interface PublicToken {
  token: string;
  expiresAt: number;
  used: boolean;
  item: ItemRecord;
}

interface Saved {
  /** The seed that the process was started with: another one at the next start wins over `seed`. */
  startedWith: number;
  seed: number;
  generation: number;
  made: number;
  items: ItemRecord[];
  linkTokens: LinkToken[];
  publicTokens: PublicToken[];
}

/** Everything the aggregator holds: items and the tokens that lead to them. Ids follow from the seed and the order of calls. */
export class Registry {
  private readonly context: SandboxContext;
  private seed: number;
  /** Grows at a reset that names no seed, so that ids made after it don't meet forgotten ones. */
  private generation = 0;
  private made = 0;
  private readonly itemsById = new Map<string, Item>();
  private readonly itemsByToken = new Map<string, Item>();
  private readonly linkTokens = new Map<string, LinkToken>();
  private readonly publicTokens = new Map<string, PublicToken>();

  constructor(context: SandboxContext) {
    this.context = context;
    this.seed = context.settings.seed;
    // The file is the sandbox's own, replaced whole at each save: its shape is the one written below.
    const saved = context.stateFile.section('plaid', () => this.snapshot()) as Saved | undefined;
    if (saved !== undefined) this.restore(saved);
    context.onReset((seed) => this.forget(seed));
  }

  get currentSeed(): number {
    return this.seed;
  }

  /** The parts from which the next id or token is made. */
  nextParts(): (string | number)[] {
    this.made++;
    return [this.seed, this.generation, this.made];
  }

  addLinkToken(token: Omit<LinkToken, 'token' | 'used'>): LinkToken {
    const added = { ...token, token: tokenFrom('link', ...this.nextParts()), used: false };
    this.linkTokens.set(added.token, added);
    return added;
  }

  /** A link token that still opens something, or INVALID_LINK_TOKEN. */
  linkToken(token: string): LinkToken {
    const found = this.linkTokens.get(token);
    if (found === undefined || found.used || found.expiresAt <= this.context.clock.now()) {
      throw new PlaidRefusal(
        'INVALID_LINK_TOKEN',
        'link token is expired, invalid or already used',
      );
    }
    return found;
  }

  addPublicToken(item: ItemRecord, expiresAt: number): PublicToken {
    const token = tokenFrom('public', ...this.nextParts());
    const added = { token, expiresAt, used: false, item };
    this.publicTokens.set(token, added);
    return added;
  }

  /** Turns a public token into its item, once. Throws INVALID_PUBLIC_TOKEN when unknown, used or expired. */
  exchange(token: string): Item {
    const found = this.publicTokens.get(token);
    if (found === undefined || found.used) {
      throw new PlaidRefusal('INVALID_PUBLIC_TOKEN', 'could not find matching public token');
    }
    if (found.expiresAt <= this.context.clock.now()) {
      throw new PlaidRefusal('INVALID_PUBLIC_TOKEN', 'provided public token is expired');
    }
    found.used = true;
    const item = new Item(found.item);
    this.keep(item);
    return item;
  }

  /** Every item, oldest first, alive up to today. */
  items(): Item[] {
    return [...this.itemsById.values()];
  }

  find(itemId: string): Item | undefined {
    return this.itemsById.get(itemId);
  }

  /** The institution that a call's access token is for, or null where it carries none that is known. */
  bankOfRequest(body: unknown): string | null {
    if (typeof body !== 'object' || body === null || !('access_token' in body)) return null;
    const item = this.itemsByToken.get(String(body.access_token));
    return item?.record.institutionId ?? null;
  }

  /** The item of an access token. Throws INVALID_ACCESS_TOKEN for one never given out, ITEM_NOT_FOUND for a removed item's. */
  byAccessToken(token: string): Item {
    const item = this.itemsByToken.get(token);
    if (item === undefined) {
      throw new PlaidRefusal('INVALID_ACCESS_TOKEN', 'could not find matching access token');
    }
    if (item.record.state === 'removed') {
      throw new PlaidRefusal('ITEM_NOT_FOUND', 'The Item you requested cannot be found.');
    }
    return item;
  }

  /** Lets an item live on to today. Answers whether new rows came. */
  advance(item: Item): boolean {
    const { clock, stateFile } = this.context;
    const changed = advanceItem(item, clock.today(), new Date(clock.now()));
    if (changed) stateFile.saveSoon();
    return changed;
  }

  private keep(item: Item): void {
    this.itemsById.set(item.record.itemId, item);
    this.itemsByToken.set(item.record.accessToken, item);
  }

  private forget(seed: number | null): void {
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
    const open = (each: { used: boolean; expiresAt: number }) => !each.used && each.expiresAt > now;
    return {
      startedWith: this.context.settings.seed,
      seed: this.seed,
      generation: this.generation,
      made: this.made,
      items: this.items().map((item) => item.record),
      linkTokens: [...this.linkTokens.values()].filter(open),
      publicTokens: [...this.publicTokens.values()].filter(open),
    };
  }

  private restore(saved: Saved): void {
    const { settings } = this.context;
    this.seed = saved.startedWith === settings.seed ? saved.seed : settings.seed;
    this.generation = saved.generation;
    this.made = saved.made;
    for (const record of saved.items) {
      if (record.state === 'removed' || isStillKnown(record)) this.keep(new Item(record));
      else process.emitWarning(`the sandbox no longer knows ${record.username}: its item is gone`);
    }
    for (const token of saved.linkTokens) this.linkTokens.set(token.token, token);
    for (const token of saved.publicTokens) this.publicTokens.set(token.token, token);
  }
}
