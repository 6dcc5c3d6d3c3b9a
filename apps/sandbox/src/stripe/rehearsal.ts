import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { Keeper } from './ledger.ts';
import { stripe, WEBHOOK_SECRET } from './stripe.ts';

/** Whole card forms, right in every field; a test changes one. */
const card = {
  email: 'dana@example.com',
  number: '4242 4242 4242 4242',
  expiry: '12 / 30',
  cvc: '123',
  name: 'Dana Diaz',
  client_reference_id: 'user-1',
};

/** The payment provider between an app that listens and the official SDK that asks. For tests. */
export class Rehearsal {
  /** Events that the app took, each verified by the SDK. */
  received: Stripe.Event[] = [];
  /** HTTP statuses of the app's next answers; 200 after the last. */
  answers: number[] = [];
  appUrl = '';
  #saved: unknown;
  #sandbox: FastifyInstance | undefined;
  #sdk: Stripe | undefined;
  readonly #app = createServer(async (request, reply) => {
    const status = this.answers.shift() ?? 200;
    const body = await buffer(request);
    const header = String(request.headers['stripe-signature']);
    if (request.url === '/api/webhooks/stripe' && status === 200) {
      this.received.push(Stripe.webhooks.constructEvent(body, header, WEBHOOK_SECRET));
    }
    reply.writeHead(status).end();
  });

  static async begin(): Promise<Rehearsal> {
    const rehearsal = new Rehearsal();
    rehearsal.#app.listen(0, '127.0.0.1');
    await once(rehearsal.#app, 'listening');
    rehearsal.appUrl = `http://127.0.0.1:${portOf(rehearsal.#app.address())}`;
    await rehearsal.#start(undefined);
    return rehearsal;
  }

  get sandbox(): FastifyInstance {
    if (!this.#sandbox) throw new Error('The sandbox is not running.');
    return this.#sandbox;
  }

  get sdk(): Stripe {
    if (!this.#sdk) throw new Error('The sandbox is not running.');
    return this.#sdk;
  }

  /** Ends the sandbox's process, as it were, and starts the next one on what it left on disk. */
  async restart(meanwhile: () => void): Promise<void> {
    await this.sandbox.close();
    meanwhile();
    await this.#start(this.#saved);
  }

  async end(): Promise<void> {
    await this.sandbox.close();
    this.#app.closeAllConnections();
    this.#app.close();
  }

  /** Presses the payment page's button with a good card, but for `fields`. */
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

  kinds(): string[] {
    return this.received.map((event) => event.type);
  }

  /** The checkout that was announced first. */
  session(): Stripe.Checkout.Session {
    const event = this.received.find((one) => one.type === 'checkout.session.completed');
    if (event?.type !== 'checkout.session.completed') throw new Error('no session was announced');
    return event.data.object;
  }

  async #start(before: unknown): Promise<void> {
    let snapshot: () => unknown = () => undefined;
    const stateFile: Keeper = {
      section: (_name, take) => {
        snapshot = take;
        return before;
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
      retry: { firstWait: 20, longestWait: 50 },
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
