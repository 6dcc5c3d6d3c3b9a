import { randomBytes } from 'node:crypto';
import type { CheckoutSession, Kinds, Subscription } from './objects.ts';

/** Where the ledger is kept over a restart; the sandbox's state file is one. */
export type Keeper = {
  section(name: string, snapshot: () => unknown): unknown;
  save(): Promise<void>;
};

const kinds = [
  'customers',
  'sessions',
  'subscriptions',
  'invoices',
  'invoicePayments',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
  'portalSessions',
  'events',
] as const satisfies readonly (keyof Kinds)[];

/** Everything the payment provider remembers, oldest first in each drawer. */
export class Ledger {
  #drawers: { [Kind in keyof Kinds]: Map<string, Kinds[Kind]> } = emptyDrawers();
  readonly #keeper: Keeper;

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
    const saved = keeper.section('payments', () => this.#snapshot());
    if (typeof saved === 'object' && saved !== null) this.#restore(saved);
  }

  put<Kind extends keyof Kinds>(kind: Kind, object: Kinds[Kind]): Kinds[Kind] {
    this.#drawers[kind].set(object.id, object);
    return object;
  }

  find<Kind extends keyof Kinds>(kind: Kind, id: string): Kinds[Kind] | undefined {
    return this.#drawers[kind].get(id);
  }

  all<Kind extends keyof Kinds>(kind: Kind): Kinds[Kind][] {
    return [...this.#drawers[kind].values()];
  }

  /** The newest checkout of an app's reference (its `client_reference_id`). */
  latestSession(clientReferenceId: string): CheckoutSession | undefined {
    return this.all('sessions').findLast(
      (session) => session.client_reference_id === clientReferenceId,
    );
  }

  /** The newest subscription that a customer holds. */
  latestSubscription(customer: string): Subscription | undefined {
    return this.all('subscriptions').findLast((one) => one.customer === customer);
  }

  /** Resolves when everything is on disk, where the sandbox keeps anything at all. */
  save(): Promise<void> {
    return this.#keeper.save();
  }

  clear(): void {
    this.#drawers = emptyDrawers();
  }

  #snapshot(): Record<string, unknown[]> {
    return Object.fromEntries(kinds.map((kind) => [kind, this.all(kind)]));
  }

  #restore(saved: object): void {
    for (const [kind, objects] of Object.entries(saved)) {
      const drawer = this.#drawers[kind as keyof Kinds] as Map<string, { id: string }> | undefined;
      // The casts are safe as far as the file is our own: `#snapshot` wrote these very objects.
      for (const object of objects as { id: string }[]) drawer?.set(object.id, object);
    }
  }
}

function emptyDrawers(): { [Kind in keyof Kinds]: Map<string, Kinds[Kind]> } {
  return {
    customers: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    invoicePayments: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    portalSessions: new Map(),
    events: new Map(),
  };
}

/** An id as the provider writes them: `sub_1f0c...`. Random, so that an app that remembers ids never meets one twice. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
