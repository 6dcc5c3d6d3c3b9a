import type { Clock } from '../../clock.ts';
import type { StateFile } from '../../state-file.ts';
import { PlaidApiError } from '../calls/errors.ts';
import type { Item } from '../items/item.ts';
import type { SigningKey } from './signing-key.ts';

/** How a webhook can be forged. */
export type Forgery = 'wrong_key' | 'old_iat' | 'other_body';

/** Fields of a webhook apart from its type and code. */
export type WebhookFields = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 10_000;
/** As at the real aggregator, each delay is four times the previous one, but the first is 1 s instead of 30 s. */
const RETRY_DELAYS_MS = [1_000, 4_000, 16_000, 64_000, 256_000];
/** The age of the `iat` claim in an `old_iat` forgery. Older than any app should accept. */
const OLD_IAT_AGE_MS = 10 * 60_000;

/** Signs an item's webhooks and sends them in the background. */
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

  /** Sends a webhook in the background, and retries unless the response is 2xx. Returns false without a webhook URL. */
  fire(item: Item, type: string, code: string, extra: WebhookFields = {}): boolean {
    const { record } = item;
    if (record.webhook === null) return false;
    const body = bodyOf(item, type, code, extra);
    record.lastWebhook = { code, sentAt: new Date(this.clock.now()).toISOString(), body };
    this.stateFile.saveSoon();
    this.deliver(item, record.webhook, body, 0);
    return true;
  }

  /** Sends SYNC_UPDATES_AVAILABLE if the item has been synced. Returns true if it was sent. */
  fireUpdates(item: Item): boolean {
    if (!item.record.synced) return false;
    return this.fire(item, 'TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', UPDATES_COMPLETE);
  }

  /** Sends SYNC_UPDATES_AVAILABLE after a delay, as after NOT_READY. */
  fireUpdatesLater(item: Item, afterMs: number): void {
    this.schedule(afterMs, () => this.fireUpdates(item));
  }

  /** Resends the last webhook `times` times in sequence. Returns the response statuses; null means no response. */
  async replay(item: Item, times: number): Promise<(number | null)[]> {
    const url = webhookUrlOf(item);
    const body = item.record.lastWebhook?.body ?? updatesBody(item);
    const token = await this.key.sign(body, this.clock.now());
    const statuses: (number | null)[] = [];
    for (let sent = 0; sent < times; sent++) statuses.push(await this.post(url, body, token));
    return statuses;
  }

  /** Sends a forged webhook. Returns the response status; null means no response. */
  async forge(item: Item, how: Forgery): Promise<number | null> {
    const url = webhookUrlOf(item);
    const body = item.record.lastWebhook?.body ?? updatesBody(item);
    const now = this.clock.now();
    switch (how) {
      case 'wrong_key':
        return this.post(url, body, await this.key.signForged(body, now));
      case 'old_iat':
        return this.post(url, body, await this.key.sign(body, now - OLD_IAT_AGE_MS));
      case 'other_body':
        // A trailing space changes only the digest.
        return this.post(url, `${body} `, await this.key.sign(body, now));
    }
  }

  /** Aborts requests and cancels retries. */
  close(): void {
    this.stopped.abort();
    this.cancelScheduled();
  }

  /** Cancels scheduled webhooks. */
  cancelScheduled(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private deliver(item: Item, url: string, body: string, attempt: number): void {
    // Between two attempts the app may have changed the URL or removed the item.
    if (item.record.state === 'removed' || item.record.webhook !== url) return;
    const sending = this.key
      .sign(body, this.clock.now())
      .then((token) => this.post(url, body, token));
    sending.then((status) => {
      const delay = RETRY_DELAYS_MS[attempt];
      if (status !== null && status >= 200 && status < 300) return;
      if (delay !== undefined)
        this.schedule(delay, () => this.deliver(item, url, body, attempt + 1));
    });
  }

  private schedule(afterMs: number, action: () => void): void {
    if (this.stopped.signal.aborted) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      action();
    }, afterMs);
    timer.unref();
    this.timers.add(timer);
  }

  private async post(url: string, body: string, token: string): Promise<number | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Plaid-Verification': token },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      // Unreachable or timed out. The caller decides whether to retry.
      return null;
    }
  }
}

const UPDATES_COMPLETE = { initial_update_complete: true, historical_update_complete: true };

function updatesBody(item: Item): string {
  return bodyOf(item, 'TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', UPDATES_COMPLETE);
}

function bodyOf(item: Item, type: string, code: string, extra: WebhookFields): string {
  return JSON.stringify({
    webhook_type: type,
    webhook_code: code,
    item_id: item.record.itemId,
    environment: 'sandbox',
    ...extra,
  });
}

function webhookUrlOf(item: Item): string {
  if (item.record.webhook === null) {
    throw new PlaidApiError('SANDBOX_WEBHOOK_INVALID', 'the item has no webhook URL');
  }
  return item.record.webhook;
}
