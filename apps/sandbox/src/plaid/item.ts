import { addDays } from '../clock.ts';
import { toMajor } from './currency.ts';
import { type HeldAccount, type HeldRow, type Holder, type Holding, holderOf } from './holding.ts';
import { idFrom } from './ids.ts';
import { Ledger, type LedgerEvent, type LedgerRow } from './ledger.ts';

/** Whether an item can be read. */
export type ItemState = 'ok' | 'login_required' | 'revoked' | 'removed';

/** What is kept of an item over a restart. Its first rows are not: they follow from the login, the day and the seed. */
export interface ItemRecord {
  itemId: string;
  accessToken: string;
  institutionId: string;
  username: string;
  password: string;
  seed: number;
  products: string[];
  /** What the person has let the app ask for; left out: everything, for nobody was asked. */
  consentedProducts?: string[];
  webhook: string | null;
  /** ISO instant. */
  createdAt: string;
  /** The day on which the first rows were drawn, and the day up to which new ones were added. */
  linkDay: string;
  day: string;
  /** How many days of history were asked for; null: all there are. */
  daysRequested: number | null;
  /** The accounts shared when it was linked, and those shared now. */
  linkedAccountKeys: string[];
  accountKeys: string[];
  state: ItemState;
  /** The first /transactions/sync has been; before it no webhook tells of transactions. */
  synced: boolean;
  /** ISO instant of the last change to the rows. */
  updatedAt: string;
  lastWebhook: { code: string; sentAt: string; body: string } | null;
  /** What happened after the first rows, in order. */
  later: LedgerEvent[];
  /** Posted activity by account key, minor units, positive out: it moves the balance. */
  moved: Record<string, number>;
  /** Rows of a made-up person that were posted ahead of their time, until their own day posts them. */
  settled: Record<string, { accountKey: string; amount: number }>;
  activities: number;
}

/** An account as it stands now. Balances are major units. */
export interface ItemAccount {
  accountId: string;
  held: HeldAccount;
  current: number | null;
  available: number | null;
  limit: number | null;
}

/** A linked login: its record, and its rows, which are drawn when they are first asked for. */
export class Item {
  readonly record: ItemRecord;
  /** How much of the ledger a sync has been shown or a webhook has told of. */
  told = 0;
  private opened: { ledger: Ledger; holder: Holder; holding: Holding } | null = null;

  constructor(record: ItemRecord) {
    this.record = record;
  }

  get ledger(): Ledger {
    return this.open().ledger;
  }

  get holder(): Holder {
    return this.open().holder;
  }

  /** What the bank knows on the item's present day. */
  get holding(): Holding {
    return this.open().holding;
  }

  /** Puts another day's knowledge in the place of the present one's; the ledger is the caller's to extend. */
  replaceHolding(holding: Holding, day: string): void {
    this.open().holding = holding;
    this.record.day = day;
  }

  /** The app has let go of the item: only its name stays behind, so that its token is known to be gone. */
  forget(): void {
    this.record.state = 'removed';
    this.record.password = '';
    this.record.later = [];
    this.opened = null;
  }

  accountIdOf(key: string): string {
    return idFrom('account', this.record.itemId, key);
  }

  /** The row that a held one is reported as. */
  rowOf(held: HeldRow, pendingId: string | null = null): LedgerRow {
    return {
      id: idFrom('row', this.record.itemId, held.key, held.pending ? 'pending' : 'posted'),
      accountId: this.accountIdOf(held.accountKey),
      pendingId,
      held,
    };
  }

  /** Writes down something that happened now, and remembers it over a restart. */
  note(kind: LedgerEvent['kind'], row: LedgerRow, at: Date): void {
    const event: LedgerEvent = { kind, row };
    this.ledger.append(event);
    this.record.later.push(event);
    this.record.updatedAt = at.toISOString();
  }

  /** The shared accounts with their balances of today. */
  accounts(): ItemAccount[] {
    const shared = new Set(this.record.accountKeys);
    return this.holding.accounts
      .filter((held) => shared.has(held.key))
      .map((held) => this.accountNow(held));
  }

  /** The first day of which rows are reported; null: no limit. */
  horizon(): string | null {
    const { daysRequested, linkDay } = this.record;
    return daysRequested === null ? null : addDays(linkDay, -daysRequested);
  }

  private accountNow(held: HeldAccount): ItemAccount {
    let spent = this.record.moved[held.key] ?? 0;
    for (const early of Object.values(this.record.settled)) {
      if (early.accountKey === held.key) spent += early.amount;
    }
    const isDebt = held.type === 'credit' || held.type === 'loan';
    const major = (minor: number | null) => (minor === null ? null : toMajor(minor, held.currency));
    return {
      accountId: this.accountIdOf(held.key),
      held,
      // What is owed grows as money goes out; what is had shrinks.
      current: major(held.current === null ? null : held.current + (isDebt ? spent : -spent)),
      available: major(held.available === null ? null : held.available - spent),
      limit: major(held.limit),
    };
  }

  private open(): { ledger: Ledger; holder: Holder; holding: Holding } {
    this.opened ??= this.draw();
    return this.opened;
  }

  private draw(): { ledger: Ledger; holder: Holder; holding: Holding } {
    const { record } = this;
    const holder = holderOf(record);
    const first = holder.on(record.linkDay, record.seed);
    const ledger = new Ledger(record.itemId);
    const shared = new Set(record.linkedAccountKeys);
    const horizon = this.horizon() ?? '';
    for (const held of first.rows) {
      if (!shared.has(held.accountKey) || held.date < horizon) continue;
      ledger.append({ kind: 'added', row: this.rowOf(held) });
    }
    for (const event of record.later) ledger.append(event);
    const holding = record.day === record.linkDay ? first : holder.on(record.day, record.seed);
    return { ledger, holder, holding };
  }
}
