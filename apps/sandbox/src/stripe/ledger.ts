import { randomBytes } from 'node:crypto';
import type { CheckoutSession, LedgerObjects, Subscription } from './objects.ts';

/** Storage that persists the ledger across restarts. The sandbox's state file implements it. */
export type StateStorage = {
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
] as const satisfies readonly (keyof LedgerObjects)[];

/** All objects of the payment provider by kind, oldest first. */
export class Ledger {
  #objects: { [Kind in keyof LedgerObjects]: Map<string, LedgerObjects[Kind]> } = emptyObjects();
  readonly #storage: StateStorage;

  constructor(storage: StateStorage) {
    this.#storage = storage;
    const saved = storage.section('payments', () => this.#snapshot());
    if (typeof saved === 'object' && saved !== null) this.#restore(saved);
  }

  put<Kind extends keyof LedgerObjects>(
    kind: Kind,
    object: LedgerObjects[Kind],
  ): LedgerObjects[Kind] {
    this.#objects[kind].set(object.id, object);
    return object;
  }

  find<Kind extends keyof LedgerObjects>(kind: Kind, id: string): LedgerObjects[Kind] | undefined {
    return this.#objects[kind].get(id);
  }

  all<Kind extends keyof LedgerObjects>(kind: Kind): LedgerObjects[Kind][] {
    return [...this.#objects[kind].values()];
  }

  /** Returns the latest checkout of a client reference. */
  latestSession(clientReferenceId: string): CheckoutSession | undefined {
    return this.all('sessions').findLast(
      (session) => session.client_reference_id === clientReferenceId,
    );
  }

  /** Returns the latest subscription of a customer. */
  latestSubscription(customer: string): Subscription | undefined {
    return this.all('subscriptions').findLast((subscription) => subscription.customer === customer);
  }

  /** Resolves when the ledger is on disk, or at once if the sandbox does not persist its state. */
  save(): Promise<void> {
    return this.#storage.save();
  }

  clear(): void {
    this.#objects = emptyObjects();
  }

  #snapshot(): Record<string, unknown[]> {
    return Object.fromEntries(kinds.map((kind) => [kind, this.all(kind)]));
  }

  #restore(saved: object): void {
    for (const [kind, objects] of Object.entries(saved)) {
      const byId = this.#objects[kind as keyof LedgerObjects] as
        | Map<string, { id: string }>
        | undefined;
      // The casts are safe because `#snapshot` wrote these objects.
      for (const object of objects as { id: string }[]) byId?.set(object.id, object);
    }
  }
}

function emptyObjects(): { [Kind in keyof LedgerObjects]: Map<string, LedgerObjects[Kind]> } {
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

/** Creates an ID like the provider's: `sub_1f0c...`. IDs are random, so an app never sees one reused after a reset. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
