import { createHmac } from 'node:crypto';
import type { Ledger } from '../ledger.ts';
import type { Event } from '../objects.ts';

/** One delivery attempt. `status` is the app's HTTP status, or null if it could not be reached. */
export type DeliveryAttempt = { id: string; type: string; status: number | null };

/** Delivery settings. Tests shorten the delays. */
export type DeliverySettings = {
  url: string;
  secret: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds before the first retry. The delay doubles each time, up to `maxRetryDelay`. */
  firstRetryDelay?: number;
  maxRetryDelay?: number;
};

/** The maximum number of events that wait for a retry, and how long each is retried: three days, as at the provider. */
const maxPendingRetries = 1_000;
const retryPeriodMs = 3 * 86_400_000;
const timeoutMs = 10_000;

/** Returns `Stripe-Signature` for a body: HMAC-SHA256 over `<t>.<body>`, keyed with the whole `whsec_...` string. */
function signature(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Delivers events to the app, and retries with growing delays until the app accepts them. */
export class EventDelivery {
  readonly #settings: Required<DeliverySettings>;
  readonly #ledger: Ledger;
  readonly #retryTimers = new Map<string, NodeJS.Timeout>();
  readonly #closing = new AbortController();

  constructor(ledger: Ledger, settings: DeliverySettings) {
    this.#ledger = ledger;
    this.#settings = { firstRetryDelay: 500, maxRetryDelay: 60_000, ...settings };
  }

  /** Attempts each event once, in order. Events that the app does not accept are retried in the background. */
  async send(events: Event[]): Promise<DeliveryAttempt[]> {
    const attempts: DeliveryAttempt[] = [];
    for (const event of events) attempts.push(await this.#attempt(event, 0));
    await this.#ledger.save();
    return attempts;
  }

  /** Resumes retrying events that an earlier process could not deliver. */
  resume(): void {
    for (const event of this.#ledger.all('events')) {
      if (event.pending_webhooks > 0) this.#scheduleRetry(event, 0);
    }
  }

  /** Cancels all retries, for example when the sandbox is reset. */
  cancelRetries(): void {
    for (const timer of this.#retryTimers.values()) clearTimeout(timer);
    this.#retryTimers.clear();
  }

  close(): void {
    this.cancelRetries();
    this.#closing.abort();
  }

  async #attempt(event: Event, retries: number): Promise<DeliveryAttempt> {
    const status = await this.#post(event);
    if (status !== null && status >= 200 && status < 300) {
      event.pending_webhooks = 0;
    } else if (event.pending_webhooks > 0) {
      this.#scheduleRetry(event, retries);
    }
    return { id: event.id, type: event.type, status };
  }

  #scheduleRetry(event: Event, retries: number): void {
    const isExpired = this.#settings.now() - event.created * 1000 > retryPeriodMs;
    if (isExpired || this.#closing.signal.aborted || this.#retryTimers.has(event.id)) return;
    if (this.#retryTimers.size >= maxPendingRetries) return;
    const delay = Math.min(
      this.#settings.maxRetryDelay,
      this.#settings.firstRetryDelay * 2 ** retries,
    );
    const timer = setTimeout(async () => {
      this.#retryTimers.delete(event.id);
      await this.#attempt(event, retries + 1);
      await this.#ledger.save();
    }, delay);
    timer.unref();
    this.#retryTimers.set(event.id, timer);
  }

  async #post(event: Event): Promise<number | null> {
    const { url, secret, now } = this.#settings;
    const body = JSON.stringify(event);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature(body, secret, Math.floor(now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      // Unreachable, timed out, or the sandbox is closing. The caller retries.
      return null;
    }
  }
}
