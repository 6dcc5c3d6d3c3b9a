import type { Clock } from '../clock.ts';
import type { StateFile } from '../state-file.ts';
import { PlaidRefusal } from './errors.ts';
import type { Item } from './item.ts';
import type { SigningKey } from './signing-key.ts';

/** How a webhook can be forged. */
export type Forgery = 'wrong_key' | 'old_iat' | 'other_body';

/** What is sent along with a webhook's type and code. */
export type WebhookExtra = Readonly<Record<string, unknown>>;

const ANSWER_WITHIN_MS = 10_000;
/** The real one waits four times as long after each failure, from 30 s on, for a day; here it begins at a second. */
const RETRY_AFTER_MS = [1_000, 4_000, 16_000, 64_000, 256_000];
const OLD_MS = 10 * 60_000;

/** Sends an item's webhooks, signed, in the background. */
export class Webhooks {
  private readonly key: SigningKey;
  private readonly clock: Clock;
  private readonly stateFile: StateFile;
  private readonly stopped = new AbortController();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(key: SigningKey, clock: Clock, stateFile: StateFile) {
    this.key = key;
    this.clock = clock;
    this.stateFile = stateFile;
  }

  /** Sends a webhook without waiting for it; tries again when it is not answered with 2xx. Answers whether there was an address to send to. */
  fire(item: Item, type: string, code: string, extra: WebhookExtra = {}): boolean {
    const { record } = item;
    if (record.webhook === null) return false;
    const body = bodyOf(item, type, code, extra);
    record.lastWebhook = { code, sentAt: new Date(this.clock.now()).toISOString(), body };
    this.stateFile.saveSoon();
    this.deliver(item, record.webhook, body, 0);
    return true;
  }

  /** SYNC_UPDATES_AVAILABLE, which is only sent once the item has been synced. Answers whether it was. */
  fireUpdates(item: Item): boolean {
    if (!item.record.synced) return false;
    return this.fire(item, 'TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', READY);
  }

  /** SYNC_UPDATES_AVAILABLE after a while: what NOT_READY promised. */
  fireUpdatesLater(item: Item, afterMs: number): void {
    this.later(afterMs, () => this.fireUpdates(item));
  }

  /** Sends the last webhook again, `times` times, one after the other. Answers the statuses; null: no answer. */
  async replay(item: Item, times: number): Promise<(number | null)[]> {
    const address = addressOf(item);
    const body = item.record.lastWebhook?.body ?? updatesBody(item);
    const token = await this.key.sign(body, this.clock.now());
    const statuses: (number | null)[] = [];
    for (let sent = 0; sent < times; sent++) statuses.push(await this.post(address, body, token));
    return statuses;
  }

  /** Sends a webhook that must be refused. Answers the status; null: no answer. */
  async forge(item: Item, how: Forgery): Promise<number | null> {
    const address = addressOf(item);
    const body = item.record.lastWebhook?.body ?? updatesBody(item);
    const now = this.clock.now();
    switch (how) {
      case 'wrong_key':
        return this.post(address, body, await this.key.signForged(body, now));
      case 'old_iat':
        return this.post(address, body, await this.key.sign(body, now - OLD_MS));
      case 'other_body':
        // One blank more changes the digest and nothing else.
        return this.post(address, `${body} `, await this.key.sign(body, now));
    }
  }

  /** Ends what is under way and what waits. */
  close(): void {
    this.stopped.abort();
    this.forgetWaiting();
  }

  /** Drops what waits to be sent. */
  forgetWaiting(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private deliver(item: Item, address: string, body: string, attempt: number): void {
    // Between two attempts the app may have moved, or let go of the item.
    if (item.record.state === 'removed' || item.record.webhook !== address) return;
    const sending = this.key
      .sign(body, this.clock.now())
      .then((token) => this.post(address, body, token));
    sending.then((status) => {
      const wait = RETRY_AFTER_MS[attempt];
      if (status !== null && status >= 200 && status < 300) return;
      if (wait !== undefined)
        this.later(wait, () => this.deliver(item, address, body, attempt + 1));
    });
  }

  private later(afterMs: number, act: () => void): void {
    if (this.stopped.signal.aborted) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, afterMs);
    timer.unref();
    this.timers.add(timer);
  }

  private async post(address: string, body: string, token: string): Promise<number | null> {
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Plaid-Verification': token },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      // Nobody listens, or not in time: the caller decides whether to try again.
      return null;
    }
  }
}

const READY = { initial_update_complete: true, historical_update_complete: true };

function updatesBody(item: Item): string {
  return bodyOf(item, 'TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', READY);
}

function bodyOf(item: Item, type: string, code: string, extra: WebhookExtra): string {
  return JSON.stringify({
    webhook_type: type,
    webhook_code: code,
    item_id: item.record.itemId,
    environment: 'sandbox',
    ...extra,
  });
}

function addressOf(item: Item): string {
  if (item.record.webhook === null) {
    throw new PlaidRefusal('SANDBOX_WEBHOOK_INVALID', 'the item has no webhook URL');
  }
  return item.record.webhook;
}
