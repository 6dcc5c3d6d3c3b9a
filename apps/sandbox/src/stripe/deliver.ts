import { createHmac } from 'node:crypto';
import type { Ledger } from './ledger.ts';
import type { Event } from './objects.ts';

/** What came of handing one event over. `status` is the app's HTTP status, null where it could not be reached. */
export type Attempt = { id: string; type: string; status: number | null };

/** How deliveries behave; a test shortens the waits. */
export type DeliverySettings = {
  url: string;
  secret: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds before the first retry; doubled each time up to `longestWait`. */
  firstWait?: number;
  longestWait?: number;
};

/** How many undelivered events are retried at once, and for how long: as the provider does, three days. */
const mostWaiting = 1_000;
const patience = 3 * 86_400_000;
const timeout = 10_000;

/** `Stripe-Signature` for a body: HMAC-SHA256 over `<t>.<body>` with the whole `whsec_...` text as its key. */
function signature(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Hands events to the app, and again with growing waits until the app takes them. */
export class Deliveries {
  readonly #settings: Required<DeliverySettings>;
  readonly #ledger: Ledger;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #closing = new AbortController();

  constructor(ledger: Ledger, settings: DeliverySettings) {
    this.#ledger = ledger;
    this.#settings = { firstWait: 500, longestWait: 60_000, ...settings };
  }

  /** Tries each event once, in the order given; what the app didn't take is retried in the background. */
  async send(events: Event[]): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    for (const event of events) attempts.push(await this.#try(event, 0));
    await this.#ledger.save();
    return attempts;
  }

  /** Takes up the events that an earlier process could not deliver. */
  resume(): void {
    for (const event of this.#ledger.all('events')) {
      if (event.pending_webhooks > 0) this.#later(event, 0);
    }
  }

  /** Gives up all retries, as when the sandbox is reset. */
  forget(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  close(): void {
    this.forget();
    this.#closing.abort();
  }

  async #try(event: Event, retries: number): Promise<Attempt> {
    const status = await this.#post(event);
    if (status !== null && status >= 200 && status < 300) {
      event.pending_webhooks = 0;
    } else if (event.pending_webhooks > 0) {
      this.#later(event, retries);
    }
    return { id: event.id, type: event.type, status };
  }

  #later(event: Event, retries: number): void {
    const old = this.#settings.now() - event.created * 1000 > patience;
    if (old || this.#closing.signal.aborted || this.#waiting.has(event.id)) return;
    if (this.#waiting.size >= mostWaiting) return;
    const wait = Math.min(this.#settings.longestWait, this.#settings.firstWait * 2 ** retries);
    const timer = setTimeout(async () => {
      this.#waiting.delete(event.id);
      await this.#try(event, retries + 1);
      await this.#ledger.save();
    }, wait);
    timer.unref();
    this.#waiting.set(event.id, timer);
  }

  async #post(event: Event): Promise<number | null> {
    const { url, secret, now } = this.#settings;
    const body = JSON.stringify(event);
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature(body, secret, Math.floor(now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeout)]),
      });
      await reply.body?.cancel();
      return reply.status;
    } catch {
      // Unreachable, too slow, or the sandbox is closing: no answer, and the caller retries.
      return null;
    }
  }
}
