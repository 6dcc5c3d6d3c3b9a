import { addDays, type Clock } from '../../clock.ts';
import { toMajor } from '../products/currency.ts';
import {
  type BankAccount,
  type BankData,
  type BankLogin,
  type BankTransaction,
  findBankLogin,
} from './bank-data.ts';
import { deriveId } from './ids.ts';
import { Ledger, type LedgerEvent, type LedgerRow } from './ledger.ts';

/** The state of an item. Only an `ok` item can be read. */
export type ItemState = 'ok' | 'login_required' | 'revoked' | 'removed';

/** The saved state of an item. Its initial rows are not saved: they are derived from the login, the day, and the seed. */
export interface ItemRecord {
  itemId: string;
  accessToken: string;
  institutionId: string;
  username: string;
  password: string;
  /** The user's time zone. Omitted if it is unknown: UTC. */
  timeZone?: string;
  seed: number;
  products: string[];
  /** The products the user has consented to. Omitted if there was no consent step: all products. */
  consentedProducts?: string[];
  webhook: string | null;
  /** ISO instant. */
  createdAt: string;
  /** The day of the initial rows, and the latest day for which new rows have been added. */
  linkDay: string;
  day: string;
  /** Requested days of history. Null: all. */
  daysRequested: number | null;
  /** The accounts shared when the item was linked, and the accounts shared now. */
  linkedAccountKeys: string[];
  accountKeys: string[];
  state: ItemState;
  /** True after the first /transactions/sync. Before it, no transaction webhooks are sent. */
  synced: boolean;
  /** ISO instant of the last change to the rows. */
  updatedAt: string;
  lastWebhook: { code: string; sentAt: string; body: string } | null;
  /** The ledger events after the initial rows, in order. */
  later: LedgerEvent[];
  /** Balance changes from posted activity, by account key. Minor units, positive for money out. */
  moved: Record<string, number>;
  /** Pending rows of a built-in person that a control call posted early, until the generated life posts them. */
  settled: Record<string, { accountKey: string; amount: number }>;
  /** How many transactions control calls have added. Their keys are numbered consecutively. */
  activities: number;
}

/** An account with its current balances, in major units. */
export interface ItemAccount {
  accountId: string;
  bankAccount: BankAccount;
  current: number | null;
  available: number | null;
  limit: number | null;
}

/** A linked login: its record, and its rows, which are generated on first use. */
export class Item {
  readonly record: ItemRecord;
  /** How many ledger events the app has synced or been notified of. */
  reportedCount = 0;
  private loaded: { ledger: Ledger; login: BankLogin; bankData: BankData } | null = null;

  constructor(record: ItemRecord) {
    this.record = record;
  }

  get ledger(): Ledger {
    return this.load().ledger;
  }

  get login(): BankLogin {
    return this.load().login;
  }

  /** The bank's data on the item's current day. */
  get bankData(): BankData {
    return this.load().bankData;
  }

  /** Replaces the bank's data with another day's. The caller updates the ledger. */
  replaceBankData(bankData: BankData, day: string): void {
    this.load().bankData = bankData;
    this.record.day = day;
  }

  /** Marks the item as removed by the app. Its record is kept, so that calls with its token fail with ITEM_NOT_FOUND. */
  markRemoved(): void {
    this.record.state = 'removed';
    this.record.password = '';
    this.record.later = [];
    this.loaded = null;
  }

  /** The current day of the person who linked the item, as an ISO date. */
  today(clock: Clock): string {
    return clock.today(this.record.timeZone);
  }

  accountIdOf(key: string): string {
    return deriveId('account', this.record.itemId, key);
  }

  /** Returns the ledger row for a bank transaction. */
  rowOf(transaction: BankTransaction, pendingId: string | null = null): LedgerRow {
    return {
      id: deriveId(
        'row',
        this.record.itemId,
        transaction.key,
        transaction.pending ? 'pending' : 'posted',
      ),
      accountId: this.accountIdOf(transaction.accountKey),
      pendingId,
      held: transaction,
    };
  }

  /** Records an event in the ledger and in the saved state. */
  recordEvent(kind: LedgerEvent['kind'], row: LedgerRow, instant: Date): void {
    const event: LedgerEvent = { kind, row };
    this.ledger.append(event);
    this.record.later.push(event);
    this.record.updatedAt = instant.toISOString();
  }

  /** Returns the shared accounts with their current balances. */
  accounts(): ItemAccount[] {
    const shared = new Set(this.record.accountKeys);
    return this.bankData.accounts
      .filter((account) => shared.has(account.key))
      .map((account) => this.withCurrentBalances(account));
  }

  /** Returns the first day of the reported history. Null: no limit. */
  historyStart(): string | null {
    const { daysRequested, linkDay } = this.record;
    return daysRequested === null ? null : addDays(linkDay, -daysRequested);
  }

  private withCurrentBalances(account: BankAccount): ItemAccount {
    let spent = this.record.moved[account.key] ?? 0;
    for (const postedEarly of Object.values(this.record.settled)) {
      if (postedEarly.accountKey === account.key) spent += postedEarly.amount;
    }
    const isDebt = account.type === 'credit' || account.type === 'loan';
    const major = (minor: number | null) =>
      minor === null ? null : toMajor(minor, account.currency);
    return {
      accountId: this.accountIdOf(account.key),
      bankAccount: account,
      // Spending increases what a debt account owes, and decreases the balance of any other account.
      current: major(account.current === null ? null : account.current + (isDebt ? spent : -spent)),
      available: major(account.available === null ? null : account.available - spent),
      limit: major(account.limit),
    };
  }

  private load(): { ledger: Ledger; login: BankLogin; bankData: BankData } {
    this.loaded ??= this.generate();
    return this.loaded;
  }

  private generate(): { ledger: Ledger; login: BankLogin; bankData: BankData } {
    const { record } = this;
    const login = findBankLogin(record);
    const initial = login.dataOn(record.linkDay, record.seed);
    const ledger = new Ledger(record.itemId);
    const shared = new Set(record.linkedAccountKeys);
    const firstDay = this.historyStart() ?? '';
    for (const transaction of initial.rows) {
      if (!shared.has(transaction.accountKey) || transaction.date < firstDay) continue;
      ledger.append({ kind: 'added', row: this.rowOf(transaction) });
    }
    for (const event of record.later) ledger.append(event);
    const bankData =
      record.day === record.linkDay ? initial : login.dataOn(record.day, record.seed);
    return { ledger, login, bankData };
  }
}
