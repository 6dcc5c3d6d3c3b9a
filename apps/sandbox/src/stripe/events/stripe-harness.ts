import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { StateStorage } from '../ledger.ts';
import { stripe, WEBHOOK_SECRET } from '../stripe.ts';

/** The fields of a valid payment form. Tests change single fields. */
const card = {
  email: 'dana@example.com',
  number: '4242 4242 4242 4242',
  expiry: '12 / 30',
  cvc: '123',
  name: 'Dana Diaz',
  client_reference_id: 'user-1',
};

/** Test support: the payment provider, an app that receives its events, and the official SDK as its client. */
export class StripeHarness {
  /** Events that the app accepted, each verified by the SDK. */
  received: Stripe.Event[] = [];
  /** The HTTP statuses of the app's next responses. All later responses have status 200. */
  nextStatuses: number[] = [];
  appUrl = '';
  #saved: unknown;
  #sandbox: FastifyInstance | undefined;
  #sdk: Stripe | undefined;
  readonly #app = createServer(async (request, response) => {
    const status = this.nextStatuses.shift() ?? 200;
    const body = await buffer(request);
    const header = String(request.headers['stripe-signature']);
    if (request.url === '/api/webhooks/stripe' && status === 200) {
      this.received.push(Stripe.webhooks.constructEvent(body, header, WEBHOOK_SECRET));
    }
    response.writeHead(status).end();
  });

  static async start(): Promise<StripeHarness> {
    const harness = new StripeHarness();
    harness.#app.listen(0, '127.0.0.1');
    await once(harness.#app, 'listening');
    harness.appUrl = `http://127.0.0.1:${portOf(harness.#app.address())}`;
    await harness.#start(undefined);
    return harness;
  }

  get sandbox(): FastifyInstance {
    if (!this.#sandbox) throw new Error('The sandbox is not running.');
    return this.#sandbox;
  }

  get sdk(): Stripe {
    if (!this.#sdk) throw new Error('The sandbox is not running.');
    return this.#sdk;
  }

  /** Simulates a restart: closes the sandbox and starts a new sandbox with the saved state. */
  async restart(meanwhile: () => void): Promise<void> {
    await this.sandbox.close();
    meanwhile();
    await this.#start(this.#saved);
  }

  async stop(): Promise<void> {
    await this.sandbox.close();
    this.#app.closeAllConnections();
    this.#app.close();
  }

  /** Submits the payment form with a valid card, overridden by `fields`. */
  submit(plan: string, fields: Record<string, string> = {}) {
    return this.post(`/stripe/pay/${plan}`, { ...card, ...fields });
  }

  post(url: string, fields: Record<string, string>) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(fields).toString();
    return this.sandbox.inject({ method: 'POST', url, headers, payload });
  }

  control(call: string, body: Record<string, unknown>) {
    return this.sandbox.inject({ method: 'POST', url: `/control/payments/${call}`, payload: body });
  }

  eventTypes(): string[] {
    return this.received.map((event) => event.type);
  }

  /** Returns the checkout session of the first completed checkout. */
  checkoutSession(): Stripe.Checkout.Session {
    const event = this.received.find(({ type }) => type === 'checkout.session.completed');
    if (event?.type !== 'checkout.session.completed') throw new Error('no checkout was completed');
    return event.data.object;
  }

  async #start(savedState: unknown): Promise<void> {
    let snapshot: () => unknown = () => undefined;
    const stateFile: StateStorage = {
      section: (_name, getSnapshot) => {
        snapshot = getSnapshot;
        return savedState;
      },
      save: async () => {
        this.#saved = JSON.parse(JSON.stringify(snapshot()));
      },
    };
    const app = Fastify();
    await app.register(stripe, {
      appUrl: this.appUrl,
      apiKey: 'sandbox-secret',
      clock: { now: Date.now, today: () => '2026-11-21' },
      stateFile,
      onReset: () => {},
      retry: { firstRetryDelay: 20, maxRetryDelay: 50 },
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    this.#sandbox = app;
    this.#sdk = new Stripe('sandbox-secret', {
      host: '127.0.0.1',
      port: portOf(app.server.address()),
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    });
  }
}

function portOf(address: ReturnType<FastifyInstance['server']['address']>): number {
  return typeof address === 'object' && address ? address.port : 0;
}
